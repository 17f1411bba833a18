import * as z from 'zod/mini'
import { eachField, type Field, type Fields } from '../rules/fields.ts'
import { limits } from '../rules/rules.ts'

/** Shapes that the calls of every domain use. */

export const id = z.string()
/** ISO-8601 UTC with milliseconds */
export const time = z.string()
export const count = z.number()
export const revision = z.int()
/** an optional text in an answer: '' if nothing was given */
export const text = z.string()
/** an optional text in a body: '' counts as not given */
export const optionalText = (max: number) => z.optional(z.string().check(z.maxLength(max)))

const replied = {
  text: z.string(),
  'optional-text': text,
  'optional-number': z.nullable(z.number()),
  flag: z.boolean(),
}

/** The fields in a reply. */
export function repliesOf<F extends Fields>(fields: F) {
  return eachField(fields, ({ kind }) => replied[kind]) as {
    [Name in keyof F]: (typeof replied)[F[Name]['kind']]
  }
}

/** The fields in a body, in which each may be left out. */
export function bodiesOf<F extends Fields>(fields: F) {
  const bodyOf = (field: Field) =>
    'max' in field ? optionalText(field.max) : z.optional(replied[field.kind])
  return eachField(fields, bodyOf) as {
    [Name in keyof F]: z.ZodMiniOptional<(typeof replied)[F[Name]['kind']]>
  }
}

/** The credentials for querying the directory if it has no reader of its own. */
export const directoryCredentials = {
  login_id: z.optional(z.string().check(z.maxLength(200))),
  login_pw: z.optional(z.string().check(z.maxLength(1000))),
}

export const nothing = z.object({})
export const idReply = z.object({ id })

/** The workspace of a call, in both dialects. Each takes an id or a name, with or without '-ws'. */
export const inWorkspace = {
  workspace_id: z.optional(z.string()),
  workspace_name: z.optional(z.string()),
}

export const workspaceQuery = z.object(inWorkspace)

/** The query of a file download. */
export const maybeDirect = {
  direct: z
    .optional(z.enum(['0', '1']))
    .check(
      z.describe(
        '1: the answer may redirect to the object store, with an address that is valid for a minute',
      ),
    ),
}

/** The page of a list, to be spread into its query. */
export const pages = (size: number) => ({
  page: z._default(z.int().check(z.minimum(1)), 1).check(z.describe('Page number, from 1')),
  page_size: z
    ._default(z.int().check(z.minimum(1), z.maximum(limits.page_size)), size)
    .check(z.describe('Items per page')),
})

/** The search text of a list. */
export const searched = z
  .optional(z.string().check(z.maxLength(200)))
  .check(z.describe('Text to search for, ignoring case'))

/**
 * The query of a list: page from 1, page_size up to 1000, sort by one of the fields ('-' before it for the
 * other direction), q to search.
 */
export function listQuery<const S extends readonly string[], F extends Record<string, z.ZodMiniType>>(
  sorts: S,
  filters: F,
) {
  const directions = sorts.flatMap((sort) => [sort, `-${sort}`]) as (S[number] | `-${S[number]}`)[]
  return z.object({
    ...pages(20),
    sort: z
      .optional(z.enum(directions))
      .check(z.describe("The field to sort by, with '-' before it for descending order")),
    q: searched,
    ...filters,
  })
}

/** The failed items of a call for many, each with its sentence. */
export const failures = z.array(z.object({ id, detail: z.string() }))

/** Answer of a bulk call: the done and the failed items. */
export const bulkReply = z.object({ done: z.array(id), failed: failures })

export const duplicateReply = z.object({ duplicate: z.boolean() })

/**
 * The consequences of deleting an object. `contains` counts the objects below it, `names` has the first ten instances
 * and streams among them. `reasons` are sentences that speak against it; it is deletable if there are none. `goes` are
 * sentences about what is deleted, for kinds with nothing below them.
 */
export const consequences = z.object({
  deletable: z.boolean(),
  reasons: z.array(z.string()),
  contains: z.object({ versions: count, instances: count, streams: count, runs: count, bytes: count }),
  names: z.object({ instances: z.array(z.string()), streams: z.array(z.string()) }),
  goes: z.optional(z.array(z.string())),
})
export type Consequences = z.infer<typeof consequences>

/** A JSON object with unspecified members, e.g. metadata. */
export const openObject = z.record(z.string(), z.unknown())
