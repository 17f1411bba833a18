/** What is wrong, and where in the text. */
export interface CodeProblem {
  /** the first line is 1 */
  line: number
  /** the first column is 1; absent: the whole line */
  column?: number
  /** the path and the sentence: 'pipeline[0].type: …' */
  text: string
}

const TAB = 2
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/gu

/** How many columns of a monospaced font a line takes. */
export function columnsOf(line: string): number {
  const wide = line.match(WIDE)?.length ?? 0
  const tabs = line.split('\t').length - 1
  return line.length + wide + tabs * (TAB - 1)
}

/** Puts the cursor where the problem is, at the begin of its line if that is not known closer, and the line into sight. */
export function goToProblem(
  area: HTMLTextAreaElement,
  { line, column = 1 }: Pick<CodeProblem, 'line' | 'column'>,
): void {
  const lines = area.value.split('\n')
  const at = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, column - 1)
  area.focus({ preventScroll: true })
  area.setSelectionRange(at, at)
  // Browsers follow what is typed, but no cursor that was put somewhere.
  const frame = area.closest<HTMLElement>('[data-code-frame]')
  if (!frame) return
  frame.scrollIntoView({ block: 'nearest' })
  frame.scrollTop = (area.clientHeight * (line - 1)) / lines.length - frame.clientHeight / 3
}
