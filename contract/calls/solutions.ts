import * as z from 'zod/mini'
import { limits } from '../rules/rules.ts'
import { RUN_STATES } from '../rules/run-state.ts'
import { MODES } from '../solution-metadata/modes.ts'
import { type ListRules, route } from '../wire/route.ts'
import {
  consequences,
  count,
  duplicateReply,
  id,
  idReply,
  inWorkspace,
  listQuery,
  openObject,
  revision,
  text,
  time,
  workspaceQuery,
} from '../wire/shapes.ts'

/** `version` and `version_num` are the same number: clients read one or the other. */
export const version = z.object({
  id,
  solution_id: id,
  version: z.int(),
  version_num: z.int(),
  pipelines: z.array(z.string()),
  size: z.number(),
  created_by: z.string(),
  created_at: time,
})
export type Version = z.infer<typeof version>

/** `tool_files`: paths in its source of files that configure a tool, whether or not the tool is used here. */
export const versionDetail = z.extend(version, {
  metadata_json: openObject,
  tool_files: z.array(z.string()),
  in_use: z.boolean(),
})
export type VersionDetail = z.infer<typeof versionDetail>

/** The members' rating of a solution: `mean` of all stars (0 without any), `own` the caller's, null if not rated. */
export const rating = z.object({ mean: z.number(), count, own: z.nullable(z.int()) })
export type Rating = z.infer<typeof rating>

/** In lists `versions` holds the newest 100, newest first; `version_count` counts all. */
export const solution = z.object({
  id,
  seq: z.int(),
  name: z.string(),
  solution_name: z.string(),
  workspace_id: id,
  overview: text,
  versions: z.array(version),
  version_count: count,
  instance_count: count,
  stream_count: count,
  run_count: count,
  /** state and time of the newest run; both null before the first */
  last_run_state: z.nullable(z.enum(RUN_STATES)),
  last_run_at: z.nullable(time),
  rating,
  created_by: z.string(),
  created_at: time,
  updated_at: time,
  revision,
})
export type Solution = z.infer<typeof solution>

/**
 * `warnings`: sentences about parts that are registered but cannot run here. `without_effect`: sentences about keys and
 * files that have no effect here, with an alternative.
 */
export const registered = z.object({
  id,
  name: z.string(),
  scope_ws: z.string(),
  workspace_id: id,
  workspace_name: z.string(),
  versions: z.array(version),
  warnings: z.array(z.string()),
  without_effect: z.array(z.string()),
})
export type Registered = z.infer<typeof registered>

/** One line of the checks beside an upload: good, doubtful or wrong, and where. */
export const archiveCheck = z.object({
  level: z.enum(['good', 'warning', 'wrong']),
  title: z.string(),
  detail: z.string(),
})

const byId = z.object({ id: z.string() })
const inThisWorkspace = z.object({ ...inWorkspace })
const registration = z.strictObject({ metadata_json: openObject, scope_ws: z.optional(z.string()) })
const archive = z.strictObject({
  path: z.string().check(z.maxLength(1000)),
  solution_id: z.optional(z.string()),
})

const SOLUTION_LIST = {
  sorts: ['seq', 'name', 'created_at', 'updated_at', 'rating'],
  defaultSort: '-updated_at',
  filters: {
    pipeline: MODES,
    // 'starting' is left out: it is too short to search for.
    state: ['queued', 'running', 'succeeded', 'failed', 'stopped'],
    mine: ['1'],
  },
} as const satisfies ListRules

export const listSolutions = route({
  id: 'listSolutions',
  method: 'GET',
  path: '/api/v1/solutions/workspace',
  summary: 'The solutions of a workspace with their newest versions',
  allow: 'solution.read',
  scope: 'query',
  reads: ['solution', 'run', 'instance', 'stream'],
  list: SOLUTION_LIST,
  query: listQuery(SOLUTION_LIST.sorts, {
    ...inWorkspace,
    pipeline: z
      .optional(z.enum(MODES))
      .check(z.describe('Only those whose newest version has this pipeline')),
    mine: z.optional(z.enum(['1'])).check(z.describe('Only those that the caller registered')),
    state: z.optional(z.enum(RUN_STATES)).check(z.describe('Only those whose newest run is in this state')),
  }),
  reply: z.object({ solutions: z.array(solution), total: count }),
})

export const checkSolution = route({
  id: 'checkSolution',
  method: 'GET',
  path: '/api/v1/solutions/check',
  summary: 'Whether a solution name is taken in the workspace',
  allow: 'solution.check',
  scope: 'query',
  reads: ['solution'],
  guarded: true,
  query: z.object({ ...inWorkspace, name: z.string().check(z.describe('The name to check')) }),
  /** `solution_id` is the solution with that name, ignoring case */
  reply: z.extend(duplicateReply, { solution_id: z.nullable(id) }),
})

export const registerSolution = route({
  id: 'registerSolution',
  method: 'POST',
  path: '/api/v1/solutions',
  summary: 'Register a solution from its metadata, as version 1',
  allow: 'solution.register',
  scope: 'query',
  touches: ['solution'],
  query: inThisWorkspace,
  body: registration,
  reply: registered,
  errors: ['SOLUTION.NAME.TAKEN', 'SOLUTION.NAME.BUSY', 'SOLUTION.METADATA', 'SOLUTION.CROWD'],
})

export const registerVersion = route({
  id: 'registerVersion',
  method: 'POST',
  path: '/api/v1/solutions/{id}/version',
  summary: 'Register the next version of a solution',
  allow: 'solution.register',
  scope: { solution: 'id' },
  touches: ['solution'],
  params: byId,
  query: inThisWorkspace,
  body: registration,
  reply: registered,
  errors: ['SOLUTION.NAME.DIFFERS', 'SOLUTION.METADATA', 'SOLUTION.CROWD'],
})

/** Checks an archive that was uploaded as an object; changes nothing. */
export const checkArchive = route({
  id: 'checkArchive',
  method: 'POST',
  path: '/api/v1/solutions/archive/check',
  summary: 'Check an uploaded archive (tar.gz with metadata.json at the top level)',
  allow: 'solution.register',
  scope: 'query',
  touches: [],
  query: inThisWorkspace,
  body: archive,
  reply: z.object({
    checks: z.array(archiveCheck),
    name: z.string(),
    next_version: z.int(),
    solution_id: z.nullable(id),
    metadata_json: z.nullable(openObject),
    files: count,
    bytes: count,
  }),
  errors: ['SOLUTION.ARCHIVE', 'SOLUTION.BUSY'],
})

/**
 * Registers the archive as a new solution, or as the next version of `solution_id`. Source and sample data are moved to
 * the version's folder in the bucket, the metadata's addresses are filled in, and the upload is removed.
 */
export const registerArchive = route({
  id: 'registerArchive',
  method: 'POST',
  path: '/api/v1/solutions/archive',
  summary: 'Register an uploaded archive as a solution or as its next version',
  allow: 'solution.register',
  scope: 'query',
  touches: ['solution', 'object'],
  query: inThisWorkspace,
  body: archive,
  reply: registered,
  errors: [
    'SOLUTION.ARCHIVE',
    'SOLUTION.BUSY',
    'QUOTA.STORAGE',
    'DISK.UPLOAD',
    'SOLUTION.METADATA',
    'SOLUTION.NAME.TAKEN',
    'SOLUTION.NAME.BUSY',
    'SOLUTION.NAME.DIFFERS',
  ],
})

/** Registers `penguins`, the sample of the product, which trains for some seconds on its own data. */
export const registerSample = route({
  id: 'registerSample',
  method: 'POST',
  path: '/api/v1/solutions/sample',
  summary: 'Register the sample solution, as version 1',
  allow: 'solution.register',
  scope: 'query',
  touches: ['solution', 'object'],
  query: inThisWorkspace,
  reply: registered,
  errors: registerArchive.errors,
})

export const readSolution = route({
  id: 'readSolution',
  method: 'GET',
  path: '/api/v1/solutions/{id}',
  summary: 'One solution',
  allow: 'solution.read',
  scope: { solution: 'id' },
  reads: ['solution', 'instance', 'stream', 'run'],
  params: byId,
  query: workspaceQuery,
  reply: solution,
})

export const readVersion = route({
  id: 'readVersion',
  method: 'GET',
  path: '/api/v1/solutions/{id}/versions/{n}',
  summary: 'One version of a solution with its metadata',
  allow: 'solution.read',
  scope: { solution: 'id' },
  reads: ['solution'],
  params: z.object({ id: z.string(), n: z.int().check(z.describe('The number of the version')) }),
  query: workspaceQuery,
  reply: versionDetail,
})

/**
 * Changes the metadata of the newest version in place, except the name, as long as nothing uses that version.
 * `revision` is the solution's.
 */
export const editSolution = route({
  id: 'editSolution',
  method: 'PATCH',
  path: '/api/v1/solutions/{id}',
  summary: "Change the newest version's metadata while nothing uses it",
  allow: 'solution.edit',
  scope: { solution: 'id' },
  touches: ['solution'],
  params: byId,
  query: workspaceQuery,
  body: z.strictObject({ metadata_json: openObject, revision: z.optional(revision) }),
  reply: solution,
  errors: ['SOLUTION.VERSION.USED', 'SOLUTION.NAME.DIFFERS', 'SOLUTION.METADATA', 'EDIT.STALE'],
})

/** Sets the caller's stars for a solution; rating again replaces them. */
export const rateSolution = route({
  id: 'rateSolution',
  method: 'PUT',
  path: '/api/v1/solutions/{id}/rating',
  summary: 'Rate a solution with one to five stars',
  allow: 'solution.rate',
  scope: { solution: 'id' },
  touches: ['solution'],
  params: byId,
  query: workspaceQuery,
  body: z.strictObject({ stars: z.int().check(z.minimum(1), z.maximum(limits.rating)) }),
  reply: rating,
  errors: ['ACCOUNT.NONE'],
})

export const checkSolutionDeletion = route({
  id: 'checkSolutionDeletion',
  method: 'GET',
  path: '/api/v1/solutions/{id}/delete',
  summary: 'What deleting a solution would also delete, and what prevents it',
  allow: 'solution.delete',
  scope: { solution: 'id' },
  reads: ['solution', 'instance', 'stream', 'run'],
  guarded: true,
  params: byId,
  query: workspaceQuery,
  reply: consequences,
})

/** The id is the version. */
export const checkVersionDeletion = route({
  id: 'checkVersionDeletion',
  method: 'GET',
  path: '/api/v1/solutions/{id}/version/delete',
  summary: 'What deleting a version would also delete, and what prevents it',
  allow: 'version.delete',
  scope: { version: 'id' },
  reads: ['solution', 'instance', 'stream', 'run'],
  guarded: true,
  params: byId,
  query: workspaceQuery,
  reply: consequences,
})

export const deleteSolution = route({
  id: 'deleteSolution',
  method: 'DELETE',
  path: '/api/v1/solutions/{id}',
  summary: 'Delete a solution with everything below it',
  allow: 'solution.delete',
  scope: { solution: 'id' },
  touches: ['solution', 'instance', 'stream', 'run', 'object'],
  params: byId,
  query: workspaceQuery,
  reply: idReply,
  errors: ['DELETE.LIVE'],
})

export const deleteVersion = route({
  id: 'deleteVersion',
  method: 'DELETE',
  path: '/api/v1/solutions/{id}/version',
  summary: 'Delete one version (the id is the version) with everything below it',
  allow: 'version.delete',
  scope: { version: 'id' },
  touches: ['solution', 'instance', 'stream', 'run', 'object'],
  params: byId,
  query: workspaceQuery,
  reply: idReply,
  errors: ['DELETE.LIVE', 'DELETE.LAST_VERSION'],
})
