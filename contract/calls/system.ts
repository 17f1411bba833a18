import * as z from 'zod/mini'
import { RUN_SETTINGS } from '../rules/run-settings.ts'
import { NEWEST_FIRST, route } from '../wire/route.ts'
import { count, id, idReply, pages, text, time } from '../wire/shapes.ts'

/** `ver_str` is the generation of the API, which existing clients compare; `product_version` is this release. */
export const readVersions = route({
  id: 'readVersions',
  method: 'GET',
  path: '/api/v1/versions',
  summary: 'Versions of the API and the release; engine and monitoring in use',
  allow: 'version.read',
  scope: 'none',
  reads: [],
  reply: z.object({
    versions: z.array(z.object({ ver_str: z.string() })),
    release: z.object({ mlops_engine: z.string(), monitoring: z.string() }),
    product_version: z.string(),
    docs_url: text,
    /** whom people turn to who are to contact the admin: an e-mail address, a web address or words; '' without one */
    help_contact: text,
    /** the word on the button of single sign-on, '' without it */
    single_sign_on: text,
  }),
})

/**
 * 200 when ready, 503 with the failing parts when not: `database`, `engine`, `disk`, and what all servers share, `objects` and
 * `audit_stream`. Answers whatever host the caller names.
 */
export const readHealth = route({
  id: 'readHealth',
  method: 'GET',
  path: '/api/v1/healthz',
  summary: 'Whether the server is ready',
  allow: 'health.read',
  scope: 'none',
  reads: [],
  reply: z.object({ status: z.string(), failing: z.array(z.string()) }),
  otherStatuses: [503],
})

/**
 * 200 when calls should be sent to this server, 503 when not, with a sentence for each failing part, in the same order. The
 * parts are those of the health, less what all servers share. Answers whatever host the caller names.
 */
export const readReadiness = route({
  id: 'readReadiness',
  method: 'GET',
  path: '/api/v1/readyz',
  summary: 'Whether this server is ready for calls, and why not',
  allow: 'health.read',
  scope: 'none',
  reads: [],
  reply: z.object({ status: z.string(), failing: z.array(z.string()), reasons: z.array(z.string()) }),
})

export const readDocument = route({
  id: 'readDocument',
  method: 'GET',
  path: '/api/v1/openapi.json',
  summary: 'This document',
  allow: 'document.read',
  scope: 'none',
  reads: [],
  reply: z.record(z.string(), z.unknown()),
})

/** CPU in cores (fractions allowed), memory in MiB, GPU in whole devices. */
const resources = z.object({ cpu: z.number(), memory_mib: z.number(), gpu: z.number() })
export type Resources = z.infer<typeof resources>

/**
 * What one run can be given at most, and what an administrator should know of this engine. `disk`, in bytes, is where
 * its runs, the objects and the server's own files lie; with less than `reserve` free, runs wait and uploads are refused.
 */
export const readEngine = route({
  id: 'readEngine',
  method: 'GET',
  path: '/api/v1/engine',
  summary: 'What the engine offers here',
  allow: 'engine.read',
  scope: 'none',
  reads: ['engine'],
  reply: z.object({
    engine: z.string(),
    containers: z.boolean(),
    /** the Python packages that a source names are installed */
    packages: z.boolean(),
    largest: resources,
    notices: z.array(z.string()),
    gaps: z.array(z.string()),
    /** which of a workspace's settings for its runs are heeded */
    heeds: z.array(z.enum(RUN_SETTINGS)),
    own_instance_type: z.nullable(z.string()),
    /** where buckets lie: a folder of the server, or a service of S3 */
    objects: z.enum(['directory', 's3']),
    disk: z.nullable(z.object({ free: z.number(), total: z.number(), reserve: z.number() })),
  }),
  errors: ['ENGINE.AWAY'],
})

/** A machine that runs start on. `refusal` says why none starts there now; `free` is what of `capacity` no run was promised. */
const engineNode = z.object({
  name: z.string(),
  refusal: z.nullable(z.string()),
  instance_type: z.nullable(z.string()),
  capacity: resources,
  free: resources,
})
export type EngineNode = z.infer<typeof engineNode>

/** `ready` counts the nodes on which runs may start; `capacity` and `free` are those of these nodes together. */
export const listNodes = route({
  id: 'listNodes',
  method: 'GET',
  path: '/api/v1/engine/nodes',
  summary: 'The nodes of the engine and what is free on them, by page, nodes that are not ready first',
  allow: 'engine-use.read',
  scope: 'none',
  reads: ['engine', 'run'],
  list: NEWEST_FIRST,
  query: z.object(pages(20)),
  reply: z.object({
    nodes: z.array(engineNode),
    total: count,
    ready: count,
    capacity: resources,
    free: resources,
  }),
  errors: ['ENGINE.AWAY'],
})

/**
 * What the engine does with the service it hands runs to, and whether that allows it. `without` says what is lost where it does
 * not; null: no run starts then. `asks` are in the service's own words.
 */
const engineRight = z.object({
  purpose: text,
  asks: z.array(z.object({ name: text, is_allowed: z.boolean() })),
  place: text,
  without: z.nullable(text),
})
export type EngineRight = z.infer<typeof engineRight>

/**
 * `rights` is null where the engine needs to be allowed nothing. `remedy` is a file that gives what is missing, and no more, with
 * the command by which an administrator of that service applies it; null where nothing is missing.
 */
export const readEngineRights = route({
  id: 'readEngineRights',
  method: 'GET',
  path: '/api/v1/engine/rights',
  summary: 'The rights of the engine in its cluster, checked now, and how to grant the missing ones',
  allow: 'engine-use.read',
  scope: 'none',
  reads: ['engine'],
  reply: z.object({
    rights: z.nullable(z.array(engineRight)),
    remedy: z.nullable(z.object({ file: z.string(), content: z.string(), command: z.string() })),
  }),
  errors: ['ENGINE.AWAY'],
})

/**
 * A virtual environment of Python packages that the engine keeps for the runs of a workspace; or a Python that it fetched for
 * all workspaces, of which `workspace_id` and `workspace_name` are null.
 */
const pythonEnvironment = z.object({
  id,
  workspace_id: z.nullable(id),
  workspace_name: z.nullable(z.string()),
  /** the version of its Python */
  python: z.string(),
  packages: count,
  /** bytes */
  size: count,
  used_at: time,
  /** whether a run that has not ended uses it, or packages are installed for this Python: it cannot be cleared then */
  in_use: z.boolean(),
})
export type PythonEnvironment = z.infer<typeof pythonEnvironment>

/** `size` is that of all together, in bytes. Both are empty where the engine keeps no environments. */
export const listEnvironments = route({
  id: 'listEnvironments',
  method: 'GET',
  path: '/api/v1/engine/environments',
  summary:
    'The environments of Python packages that the engine keeps, and the Pythons that it fetched, by page, the one used last first',
  allow: 'engine-use.read',
  scope: 'none',
  reads: ['engine', 'workspace'],
  list: NEWEST_FIRST,
  query: z.object(pages(20)),
  reply: z.object({ environments: z.array(pythonEnvironment), total: count, size: count }),
  errors: ['ENGINE.AWAY'],
})

/** The next run that asks for the same packages, or needs that Python, installs it again. */
export const clearEnvironment = route({
  id: 'clearEnvironment',
  method: 'DELETE',
  path: '/api/v1/engine/environments/{id}',
  summary: 'Delete an unused Python environment, or an unused Python that was fetched',
  allow: 'engine-environment.clear',
  scope: 'none',
  touches: ['engine'],
  params: z.object({ id: id.check(z.describe('The id of the environment')) }),
  reply: idReply,
  errors: ['NOT.FOUND', 'ENVIRONMENT.USED', 'PYTHON.USED', 'ENGINE.AWAY'],
})

/** A cache that the engine keeps for the runs of a workspace: what their programs keep, or downloads of packages. */
const workspaceCache = z.object({
  id,
  workspace_id: id,
  workspace_name: z.string(),
  kind: z.enum(['programs', 'packages']),
  /** bytes, when a run of the workspace last ended */
  size: count,
  used_at: time,
  /** whether a run that has not ended may use it: it cannot be cleared then */
  in_use: z.boolean(),
})
export type WorkspaceCache = z.infer<typeof workspaceCache>

/** `size` is that of all together, in bytes. Both are empty where the engine keeps no caches. */
export const listCaches = route({
  id: 'listCaches',
  method: 'GET',
  path: '/api/v1/engine/caches',
  summary: 'The caches of workspaces that the engine keeps, by page, the one used last first',
  allow: 'engine-use.read',
  scope: 'none',
  reads: ['engine', 'workspace'],
  list: NEWEST_FIRST,
  query: z.object(pages(20)),
  reply: z.object({ caches: z.array(workspaceCache), total: count, size: count }),
  errors: ['ENGINE.AWAY'],
})

/** Runs and installations make anew what they miss. */
export const clearCache = route({
  id: 'clearCache',
  method: 'DELETE',
  path: '/api/v1/engine/caches/{id}',
  summary: 'Delete an unused cache of a workspace',
  allow: 'engine-cache.clear',
  scope: 'none',
  touches: ['engine'],
  params: z.object({ id: id.check(z.describe('The id of the cache')) }),
  reply: idReply,
  errors: ['NOT.FOUND', 'CACHE.USED', 'ENGINE.AWAY'],
})

/**
 * The runs of a workspace that have not ended. `queued` counts those that wait, here or, handed over already, in the
 * engine's own queue; `starting` only those that are being got ready. `waiting_since` and `waits_for` are of the one that waits the longest.
 */
const queuedWorkspace = z.object({
  workspace_id: id,
  workspace_name: z.string(),
  queued: count,
  starting: count,
  running: count,
  /** what those that start and run were granted, together */
  granted: resources,
  waiting_since: z.nullable(time),
  waits_for: text,
})
export type QueuedWorkspace = z.infer<typeof queuedWorkspace>

/** The counts beside the list are of all workspaces. */
export const listQueue = route({
  id: 'listQueue',
  method: 'GET',
  path: '/api/v1/engine/queue',
  summary: 'Running and waiting runs of each workspace, by page, longest wait first',
  allow: 'engine-use.read',
  scope: 'none',
  reads: ['run', 'workspace'],
  list: NEWEST_FIRST,
  query: z.object(pages(20)),
  reply: z.object({
    workspaces: z.array(queuedWorkspace),
    total: count,
    queued: count,
    starting: count,
    running: count,
    waiting_since: z.nullable(time),
  }),
})
