import { wordsOf } from '@podium/contract/solution-metadata/program.ts'
import { fail } from '../cli-error.ts'
import { openQuestions } from '../questions.ts'
import type { EntryPoint } from './entry-point.ts'
import { findEntryPoints } from './entry-points.ts'
import type { Target } from './target.ts'

/** Chooses the program of a folder for which none was typed. Of several, a person at a terminal chooses one. */
export async function chooseEntry(
  named: string,
  { root, workingFolder }: Target,
  say: (sentence: string) => void,
): Promise<EntryPoint> {
  const entries = await findEntryPoints(root, workingFolder)
  const [first, ...others] = entries
  const typed = (entry: EntryPoint) =>
    `podium run ${named} -- ${shellWords(wordsOf(entry, entry.parameters))}`
  if (!first)
    return fail(
      `${named === '.' ? 'This folder' : named} does not say which program to run. Name it: podium run ${named} -- python train.py --epochs 30`,
    )
  if (others.length === 0) {
    say(`Runs ${first.title}: ${shellWords(wordsOf(first, first.parameters))}`)
    return first
  }
  const lines = entries.map((entry, at) => `  ${at + 1}  ${entry.title}: ${typed(entry)}`).join('\n')
  if (!process.stdin.isTTY) return fail(`There are several programs here. Name the one to run:\n${lines}`)
  say(`There are several programs here:\n${lines}`)
  const questions = await openQuestions()
  try {
    const answer = await questions.ask('Which one? ', 'Nothing was answered, and no run was started.')
    return entries[Number(answer) - 1] ?? fail(`There is no program ${answer}: no run was started.`)
  } finally {
    questions.close()
  }
}

/** The words as a shell reads them. */
function shellWords(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ')
}
