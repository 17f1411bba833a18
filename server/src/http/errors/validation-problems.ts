import type { FieldProblem } from '@podium/contract/rules/errors.ts'
import { patterns } from '@podium/contract/rules/rules.ts'
import type { FastifySchemaValidationError } from 'fastify/types/schema.js'

const KINDS: Record<string, string> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

/** Nobody reads more, and an answer must not be much larger than the request. */
const MAX_PROBLEMS = 100

/**
 * The validator's errors as sentences on fields, limited to the first ones and a count. `part` is the source of the
 * values: body, query, params.
 */
export function problemsOf(errors: FastifySchemaValidationError[], part: string): FieldProblem[] {
  const all = firstOfEachField(errors)
  const listed = (some: FastifySchemaValidationError[]) => some.map((error) => problemOf(error, part))
  if (all.length <= MAX_PROBLEMS) return listed(all)
  const first = listed(all.slice(0, MAX_PROBLEMS - 1))
  const msg = `These are the first ${first.length} of ${all.length} problems.`
  return [...first, { loc: [part], msg, type: 'more_problems' }]
}

function firstOfEachField(errors: FastifySchemaValidationError[]): FastifySchemaValidationError[] {
  const seen = new Set<string>()
  return errors.filter((error) => {
    const field = fieldOf(error)
    const path = field === null ? error.instancePath : `${error.instancePath}/${escaped(field)}`
    return !seen.has(path) && seen.add(path)
  })
}

function problemOf(error: FastifySchemaValidationError, part: string): FieldProblem {
  const field = fieldOf(error)
  const loc = [part, ...segmentsOf(error.instancePath), ...(field === null ? [] : [field])]
  return { loc, msg: sentence(error), type: error.keyword }
}

/** The name as it is escaped in instance paths. */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function segmentsOf(instancePath: string): (string | number)[] {
  return instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}

/** The validator reports a missing or unknown member on its parent; the problem belongs to the member. */
function fieldOf({ params }: FastifySchemaValidationError): string | null {
  const name = params.missingProperty ?? params.additionalProperty
  return typeof name === 'string' ? name : null
}

function sentence({ keyword, params, message }: FastifySchemaValidationError): string {
  const limit = Number(params.limit)
  if (keyword === 'required') return 'This field is required.'
  if (keyword === 'additionalProperties') return 'There is no field of this name.'
  if (keyword === 'type') return `This must be ${kindsOf(params.type)}.`
  if (keyword === 'enum') return `This must be one of ${(params.allowedValues as unknown[]).join(', ')}.`
  if (keyword === 'minLength')
    return limit === 1 ? 'This field is required.' : `Use at least ${limit} characters.`
  if (keyword === 'maxLength') return `Use at most ${limit} characters.`
  if (keyword === 'pattern' && params.pattern === patterns.one_line.source)
    return 'Use one line of text only.'
  if (keyword === 'minItems') return limit === 1 ? 'Give at least one.' : `Give at least ${limit}.`
  if (keyword === 'maxItems') return `Give at most ${limit}.`
  if (keyword === 'minimum') return `This must be at least ${limit}.`
  if (keyword === 'maximum') return `This must be at most ${limit}.`
  return message ? `This ${message}.` : 'This value is not valid.'
}

function kindsOf(type: unknown): string {
  const types = Array.isArray(type) ? type : String(type).split(',')
  return types.map((name) => KINDS[String(name)] ?? String(name)).join(' or ')
}
