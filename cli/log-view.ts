import { colouredText, plainText } from './terminal-text.ts'

/** The output of a log. */
export interface LogView {
  write(text: string): void
  /** Ends the line that is being written. */
  endLine(): void
  /** Says a sentence about the log, beside it. */
  tell(sentence: string): void
}

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>

/** An unfinished line is held back up to this length, because a colour code may be cut in two. */
const LONGEST_HELD = 64 * 1024
const NO_COLOUR = '\u001b[0m'

/** Writes the log unchanged to a file or pipe, and to a terminal in whole lines that cannot control it. */
export function openLogView(out: Output = process.stdout, beside: Output = process.stderr): LogView {
  const view = out.isTTY ? onTerminal(out) : { write: (text: string) => out.write(text), endLine() {} }
  return {
    ...view,
    tell(sentence) {
      view.endLine()
      beside.write(`${plainText(sentence)}\n`)
    },
  }
}

function onTerminal(out: Output): Omit<LogView, 'tell'> {
  let rest = ''
  let inLine = false
  let coloured = false

  function show(text: string): void {
    if (text === '') return
    const shown = colouredText(text)
    coloured ||= shown.includes(NO_COLOUR.charAt(0))
    inLine = !shown.endsWith('\n')
    out.write(shown)
  }

  return {
    write(text) {
      rest += text
      const whole = rest.length > LONGEST_HELD ? rest.length : rest.lastIndexOf('\n') + 1
      show(rest.slice(0, whole))
      rest = rest.slice(whole)
    },
    endLine() {
      show(rest)
      rest = ''
      if (inLine) out.write('\n')
      if (coloured) out.write(NO_COLOUR)
      inLine = coloured = false
    },
  }
}
