import { bodyProblem, type FieldProblem, FieldProblems, failField } from '@podium/contract/rules/errors.ts'
import { isObject, jsonProblem } from '@podium/contract/rules/metadata-json.ts'
import { limits } from '@podium/contract/rules/rules.ts'

/** Maximum size of a record without its metadata, in bytes of JSON. */
const MAX_BYTES = 512 * 1024

/** Refuses a body that the database cannot store (NUL, lone surrogates), or that is nested too deeply or too large. */
export function refuseUnstorable(body: unknown): void {
  const problem = jsonProblem(body, MAX_BYTES)
  if (problem === null) return
  const path = problem.path.split(/[.[\]]+/).filter((part) => part !== '')
  throw new FieldProblems([bodyProblem(path, problem.message)])
}

/**
 * Refuses a field that every list would contain if it, or a value in it, is too large. Its form is `{…: {step:
 * {argument: value}}}`.
 * @param levels how many keys lead to a value
 */
export function refuseLarge(field: string, sent: unknown, levels: number): void {
  const large = largeValues(sent, levels, [field])
  if (large.length > 0) throw new FieldProblems(large.slice(0, 20))
  if (sizeOf(sent) <= limits.parameters_size) return
  const msg = `This is longer than ${kib(limits.parameters_size)} of JSON: move long values into a data file.`
  failField(field, msg)
}

function largeValues(sent: unknown, levels: number, path: string[]): FieldProblem[] {
  if (levels > 0 && isObject(sent))
    return Object.entries(sent).flatMap(([key, value]) => largeValues(value, levels - 1, [...path, key]))
  const items: unknown[] = Array.isArray(sent) ? sent : [sent]
  if (items.every((item) => sizeOf(item) <= limits.parameter_value)) return []
  const msg = `A value is ${kib(limits.parameter_value)} of JSON at most: move longer values into a data file.`
  return [bodyProblem(path, msg)]
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0
}

function kib(characters: number): string {
  return `${characters / 1024} KiB`
}
