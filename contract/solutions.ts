import * as z from 'zod/mini'
import { route } from './route.ts'
import {
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
} from './shapes.ts'

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

export const versionDetail = z.extend(version, { metadata_json: openObject, in_use: z.boolean() })
export type VersionDetail = z.infer<typeof versionDetail>

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
  run_count: count,
  created_by: z.string(),
  created_at: time,
  updated_at: time,
  revision,
})
export type Solution = z.infer<typeof solution>

/** `warnings`: sentences about what is registered all the same but cannot run here. */
export const registered = z.object({
  id,
  name: z.string(),
  scope_ws: z.string(),
  workspace_id: id,
  workspace_name: z.string(),
  versions: z.array(version),
  warnings: z.array(z.string()),
})
export type Registered = z.infer<typeof registered>

/** One line beside an upload: what was found good, doubtful or wrong, and where. */
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

export const listSolutions = route({
  id: 'listSolutions',
  method: 'GET',
  path: '/api/v1/solutions/workspace',
  summary: 'The solutions of a workspace with their newest versions',
  allow: 'solution.read',
  scope: 'query',
  query: listQuery(['seq', 'name', 'created_at', 'updated_at'], { ...inWorkspace }),
  reply: z.object({ solutions: z.array(solution), total: count }),
})

export const checkSolution = route({
  id: 'checkSolution',
  method: 'GET',
  path: '/api/v1/solutions/check',
  summary: 'Whether a solution name is taken in the workspace',
  allow: 'solution.check',
  scope: 'query',
  guarded: true,
  query: z.object({ ...inWorkspace, name: z.string() }),
  reply: duplicateReply,
})

export const registerSolution = route({
  id: 'registerSolution',
  method: 'POST',
  path: '/api/v1/solutions',
  summary: 'Register a solution from its metadata, as version 1',
  allow: 'solution.register',
  scope: 'query',
  query: inThisWorkspace,
  body: registration,
  reply: registered,
  errors: ['SOLUTION.NAME.TAKEN', 'SOLUTION.NAME.BUSY', 'SOLUTION.METADATA'],
})

export const registerVersion = route({
  id: 'registerVersion',
  method: 'POST',
  path: '/api/v1/solutions/{id}/version',
  summary: 'Register the next version of a solution',
  allow: 'solution.register',
  scope: { solution: 'id' },
  params: byId,
  query: inThisWorkspace,
  body: registration,
  reply: registered,
  errors: ['SOLUTION.NAME.DIFFERS', 'SOLUTION.METADATA'],
})

/** The archive was uploaded as an object before; nothing is changed by the check. */
export const checkArchive = route({
  id: 'checkArchive',
  method: 'POST',
  path: '/api/v1/solutions/archive/check',
  summary: 'Look into an uploaded archive (tar.gz with metadata.json at the top)',
  allow: 'solution.register',
  scope: 'query',
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
 * Registers the archive: as a new solution, or as the next version of `solution_id`. Source and sample data go
 * to the version's place in the bucket, and the metadata's addresses are filled in; the upload is removed.
 */
export const registerArchive = route({
  id: 'registerArchive',
  method: 'POST',
  path: '/api/v1/solutions/archive',
  summary: 'Register an uploaded archive as a solution or as its next version',
  allow: 'solution.register',
  scope: 'query',
  query: inThisWorkspace,
  body: archive,
  reply: registered,
  errors: [
    'SOLUTION.ARCHIVE',
    'SOLUTION.BUSY',
    'SOLUTION.METADATA',
    'SOLUTION.NAME.TAKEN',
    'SOLUTION.NAME.BUSY',
    'SOLUTION.NAME.DIFFERS',
  ],
})

export const readSolution = route({
  id: 'readSolution',
  method: 'GET',
  path: '/api/v1/solutions/{id}',
  summary: 'One solution',
  allow: 'solution.read',
  scope: { solution: 'id' },
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
  params: z.object({ id: z.string(), n: z.int() }),
  query: workspaceQuery,
  reply: versionDetail,
})

export const deleteSolution = route({
  id: 'deleteSolution',
  method: 'DELETE',
  path: '/api/v1/solutions/{id}',
  summary: 'Delete a solution with all below it',
  allow: 'solution.delete',
  scope: { solution: 'id' },
  params: byId,
  query: workspaceQuery,
  reply: idReply,
  errors: ['DELETE.LIVE'],
})

export const deleteVersion = route({
  id: 'deleteVersion',
  method: 'DELETE',
  path: '/api/v1/solutions/{id}/version',
  summary: 'Delete one version (the id is the version) with all below it',
  allow: 'version.delete',
  scope: { version: 'id' },
  params: byId,
  query: workspaceQuery,
  reply: idReply,
  errors: ['DELETE.LIVE', 'DELETE.LAST_VERSION'],
})
