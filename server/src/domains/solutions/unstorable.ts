import { FieldProblems } from '@podium/contract/errors.ts'
import { jsonProblem } from '@podium/contract/metadata-json.ts'

/** What one record may hold beside its metadata, in bytes of JSON. */
const MOST_BYTES = 512 * 1024

/** Refuses a body with what no database stores (NUL, half a character) or what is nested beyond reason. */
export function refuseUnstorable(body: unknown): void {
  const problem = jsonProblem(body, MOST_BYTES)
  if (problem === null) return
  const loc = ['body', ...problem.path.split(/[.[\]]+/).filter((part) => part !== '')]
  throw new FieldProblems([{ loc, msg: problem.message, type: 'value_error' }])
}
