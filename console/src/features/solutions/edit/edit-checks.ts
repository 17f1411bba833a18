import { cut } from '@podium/contract/parameters-check.ts'
import type { Solution } from '@podium/contract/solutions.ts'
import type { CodeProblem } from '../../../ui/code/code-lines.ts'
import type { Check } from '../../../ui/form/check-list.tsx'
import { lineOfKey, readMetadata } from '../register/metadata-checks.ts'

/** What is good, doubtful or wrong in metadata that somebody edits, for the list and under the lines. */
export function checkEdited(text: string, { name }: Pick<Solution, 'name'>, containers: boolean) {
  const read = readMetadata(text, containers)
  const problems = read.problems.map(
    ({ path, message, ...place }): CodeProblem => ({
      ...place,
      text: path === '' ? message : `${path}: ${message}`,
    }),
  )
  if (text.trim() === '') return { ...read, checks: [EMPTY], problems: [{ line: 1, text: EMPTY.detail }] }
  if (read.name === name) return { ...read, checks: [asBefore(name), ...read.checks], problems }
  if (read.name === '') return { ...read, problems }
  const line = lineOfKey(text, 'name')
  const detail = `The metadata names ${cut(read.name)}, but this is the solution ${name}.`
  const differs: Check = { verdict: 'wrong', title: 'Name differs', detail, where: `line ${line}` }
  return {
    ...read,
    metadata: null,
    checks: [differs, ...read.checks],
    problems: [{ line, text: `name: ${detail}` }, ...problems].toSorted(
      (one, other) => one.line - other.line,
    ),
  }
}

function asBefore(name: string): Check {
  return { verdict: 'good', title: 'Name as before', detail: name }
}

const EMPTY = { verdict: 'wrong', title: 'Nothing is written', detail: 'Metadata is a JSON object.' } as const
