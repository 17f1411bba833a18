import { type ErrorCode, errors } from '@podium/contract/rules/errors.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import { type JsonSchema, outputSchema } from '../json-schema.ts'
import { refusalsOf, statusesOf } from '../refusals.ts'

export interface Response {
  description: string
  content?: Record<string, { schema: JsonSchema }>
}

const refusal = (detail: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { detail },
  required: ['detail'],
})
const text: JsonSchema = { type: 'string' }

/** The schemas of refusals. */
export const REFUSAL_SCHEMAS = {
  Refusal: refusal({ type: 'string', description: 'What is wrong and what to do, in a sentence' }),
  Problem: {
    type: 'object',
    properties: {
      loc: {
        type: 'array',
        items: { anyOf: [text, { type: 'integer' }] },
        description: 'Location: body, query or header, then the path to the field',
      },
      msg: { type: 'string', description: 'What is wrong with the field, in a sentence' },
      type: text,
    },
    required: ['loc', 'msg', 'type'],
  },
  Problems: refusal({ anyOf: [text, { type: 'array', items: { $ref: '#/components/schemas/Problem' } }] }),
  LoginRefusal: refusal({
    type: 'object',
    properties: {
      error_code: text,
      login_fail_count: { type: 'integer' },
      otp_required: { type: 'boolean' },
      utc_last_login_at: text,
      unused_period: {
        type: 'integer',
        description: 'Days without a sign-in after which an account is locked',
      },
    },
    required: ['error_code'],
  }),
} satisfies Record<string, JsonSchema>

const OTHERWISE: Record<number, string> = {
  422: 'The query or the body is not valid.',
  500: 'An unexpected error; the log of the server has it under the X-Request-Id of the answer.',
  503: 'The database or the object store does not answer right now.',
}

/** The refusals of a call by status, each with its possible sentences. */
export function refusalResponses(route: Route): Record<string, Response> {
  const codes = refusalsOf(route)
  const { otherStatuses = [] } = route
  const statuses = [...statusesOf(route)].filter(
    (status) => status >= 400 && !otherStatuses.some((other) => other === status),
  )
  return Object.fromEntries(
    statuses.map((status) => {
      const here = codes.filter((code) => errors[code].status === status)
      const sentences = [...here.map(sentenceOf), OTHERWISE[status]].filter((each) => each !== undefined)
      return [
        status,
        {
          description: [...new Set(sentences)].join('\n'),
          content: { 'application/json': { schema: schemaOf(route, status, here) } },
        },
      ]
    }),
  )
}

/** The sentence of the catalogue, with placeholders for its values. */
function sentenceOf(code: ErrorCode): string {
  const names = new Proxy({}, { get: (_, name) => `{${String(name)}}` })
  const detail = errors[code].detail(names)
  if (typeof detail !== 'string') return JSON.stringify(detail)
  return /^\{\w+\}$/.test(detail) ? 'What prevents it, in a sentence.' : detail
}

function schemaOf(route: Route, status: number, codes: ErrorCode[]): JsonSchema {
  if (codes.some((code) => code.startsWith('USER.LOGIN.'))) return named('LoginRefusal')
  if (status === 422) return named('Problems')
  if (!codes.includes('EDIT.STALE') || !route.body) return named('Refusal')
  const current = { ...outputSchema(route.reply), description: 'The current record, if that is the reason' }
  return { allOf: [named('Refusal'), { type: 'object', properties: { current } }] }
}

function named(schema: keyof typeof REFUSAL_SCHEMAS): JsonSchema {
  return { $ref: `#/components/schemas/${schema}` }
}
