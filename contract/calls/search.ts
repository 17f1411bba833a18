import * as z from 'zod/mini'
import { route } from '../wire/route.ts'
import { id, inWorkspace, text } from '../wire/shapes.ts'
import { runState } from './runs.ts'

/** What a search finds, in the order of the answer. */
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

/** As many of one kind as a search answers. */
export const MOST_FOUND = 5

/**
 * One object: `detail` tells it from others of its name, `state` is that of a run, `address` what stands after the '?' of
 * a saved view. An account is in no workspace: both texts of the workspace are ''.
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
 * Up to MOST_FOUND of each kind, those of the named workspace first, then those of the caller's others; `more` says that
 * there are others still. Kinds of which nothing is found are left out. `workspace_name` is the name that people see.
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
