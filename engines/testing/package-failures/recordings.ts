import { readFileSync, writeFileSync } from 'node:fs'
import type { Installer, Outcome } from './failure-case.ts'

/** The installers' output for a case, and the sentence about it. */
export interface Recording extends Outcome {
  name: string
  installers: Installer[]
  sentence: string
}

const PART = /^=== (.+?) \| (.+?) \| (\d+)\n([\s\S]*?)^→ (.+)\n/gm
/** Longer outputs are cut in the middle. */
const LINES = 60
/** A line of a traceback with the code below it. */
const FRAME = /^( *)File "[^\n]*\n(?:\1 {2}[^\n]*\n)*/gm

const fileOf = (kind: string) => new URL(`outputs/${kind}.txt`, import.meta.url)

/** Reads the recordings of the cases of a kind. */
export function readRecordings(kind: string): Recording[] {
  const parts = [...readFileSync(fileOf(kind), 'utf8').matchAll(PART)]
  return parts.map(([, name = '', installers = '', code = '', output = '', sentence = '']) => {
    return { name, installers: installers.split(', ') as Installer[], code: Number(code), output, sentence }
  })
}

export function writeRecordings(kind: string, recordings: Recording[]): void {
  const parts = recordings.map(({ name, installers, code, output, sentence }) => {
    return `=== ${name} | ${installers.join(', ')} | ${code}\n${output}→ ${sentence}\n`
  })
  writeFileSync(fileOf(kind), parts.join(''))
}

/** Returns the recordings of a case. Installers with the same output share one. */
export function gather(
  name: string,
  outcomes: [Installer, Outcome][],
  sentenceFor: (installer: Installer, outcome: Outcome) => string,
): Recording[] {
  const byOutput = new Map<string, Recording>()
  for (const [installer, outcome] of outcomes) {
    const output = shortened(outcome.output)
    const found = byOutput.get(output)
    if (found) found.installers.push(installer)
    else
      byOutput.set(output, {
        ...outcome,
        name,
        installers: [installer],
        output,
        sentence: sentenceFor(installer, outcome),
      })
  }
  return [...byOutput.values()]
}

function shortened(output: string): string {
  const whole = output.replaceAll(FRAME, '').trimEnd()
  const lines = whole.split('\n').map((line) => line.slice(0, 600).trimEnd())
  const kept =
    lines.length <= LINES ? lines : [...lines.slice(0, LINES / 4), '[…]', ...lines.slice((-LINES * 3) / 4)]
  return `${kept.join('\n')}\n`
}
