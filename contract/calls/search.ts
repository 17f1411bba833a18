import * as z from 'zod/mini'
import { route } from '../wire/route.ts'
import { id, inWorkspace, text } from '../wire/shapes.ts'
import { runState } from './runs.ts'

/** The kinds of objects that a search finds, in the order of the answer. */
export const SEARCH_KINDS = [
  'run',
  'solution',
  'instance',
  'stream',
  'model',
  'data-set',
  'run-view',
  'workspace',
  'account',
] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

/** Maximum number of results of one kind. */
export const MAX_FOUND = 5

/**
 * One object. `detail` distinguishes it from others of the same name, `state` is that of a run, `address` is the part
 * after the '?' of a saved view. An account belongs to no workspace, so both texts of the workspace are ''.
 */
const found = z.object({
  id,
  name: z.string(),
  detail: text,
  state: z.nullable(runState),
  address: text,
  workspace_id: text,
  workspace_name: text,
})
export type Found = z.infer<typeof found>

/**
 * Up to MAX_FOUND of each kind: first those of the named workspace, then those of the caller's other workspaces.
 * `more` says that there are further ones. Kinds without results are left out. `workspace_name` is the name that people
 * see.
 */
export const search = route({
  id: 'search',
  method: 'GET',
  path: '/api/v1/search',
  summary: 'Objects of every kind by name, in all workspaces of the caller',
  allow: 'search.use',
  scope: 'query',
  reads: [...SEARCH_KINDS, 'member'],
  query: z.object({
    ...inWorkspace,
    q: z.string().check(z.minLength(1), z.maxLength(200), z.describe('A part of the name')),
  }),
  reply: z.object({
    groups: z.array(z.object({ kind: z.enum(SEARCH_KINDS), found: z.array(found), more: z.boolean() })),
  }),
})
