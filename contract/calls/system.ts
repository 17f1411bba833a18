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
    /** how people reach the administrator: an e-mail address, a web address or words; '' if not set */
    help_contact: text,
    /** the label of the single sign-on button, '' without single sign-on */
    single_sign_on: text,
  }),
})

/**
 * 200 when ready, else 503 with the failing parts: `database`, `engine`, `disk`, and the parts that all servers share,
 * `objects` and `audit_stream`. Answers for any Host header.
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
 * 200 if this server can take calls, else 503 with a sentence for each failing part, in the same order. The parts
 * are those of the health without the shared ones. Answers for any Host header.
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
 * The most that one run can be given, and what administrators should know about this engine. `disk`, in bytes, is the
 * disk of its runs, the objects and the server's files; with less than `reserve` free, runs wait and uploads are
 * refused.
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
    /** true if the engine installs the Python packages that a source names */
    packages: z.boolean(),
    largest: resources,
    notices: z.array(z.string()),
    gaps: z.array(z.string()),
    /** the workspace settings for runs that this engine applies */
    heeds: z.array(z.enum(RUN_SETTINGS)),
    own_instance_type: z.nullable(z.string()),
    /** the storage of the buckets: a folder of the server, or an S3 service */
    objects: z.enum(['directory', 's3']),
    disk: z.nullable(z.object({ free: z.number(), total: z.number(), reserve: z.number() })),
  }),
  errors: ['ENGINE.AWAY'],
})

/** A machine for runs. `refusal` says why none starts there now; `free` is the unassigned part of `capacity`. */
const engineNode = z.object({
  name: z.string(),
  refusal: z.nullable(z.string()),
  instance_type: z.nullable(z.string()),
  capacity: resources,
  free: resources,
})
export type EngineNode = z.infer<typeof engineNode>

/** `ready` counts the nodes on which runs may start; `capacity` and `free` are their totals. */
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
 * Something the engine must be allowed to do in the service it hands runs to. `without` says what is lost otherwise;
 * null: no run starts. `asks` are permissions in the service's own terms.
 */
const engineRight = z.object({
  purpose: text,
  asks: z.array(z.object({ name: text, is_allowed: z.boolean() })),
  place: text,
  without: z.nullable(text),
})
export type EngineRight = z.infer<typeof engineRight>

/**
 * `rights` is null if the engine needs no permissions. `remedy` is a file that grants exactly the missing ones, with
 * the command by which an administrator of the service applies it; null if none is missing.
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
 * A virtual environment of Python packages that the engine keeps for the runs of a workspace, or a Python that it
 * downloaded for all workspaces, with `workspace_id` and `workspace_name` null.
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
  /** true if a live run uses it or packages are being installed for this Python; it cannot be cleared then */
  in_use: z.boolean(),
})
export type PythonEnvironment = z.infer<typeof pythonEnvironment>

/** `size` is the total in bytes. Both are empty if the engine keeps no environments. */
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

/** The next run that needs these packages or this Python installs it again. */
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

/** A cache that the engine keeps for a workspace's runs: files cached by programs, or downloaded packages. */
const workspaceCache = z.object({
  id,
  workspace_id: id,
  workspace_name: z.string(),
  kind: z.enum(['programs', 'packages']),
  /** bytes, measured when a run of the workspace last ended */
  size: count,
  used_at: time,
  /** true if a live run may use it; it cannot be cleared then */
  in_use: z.boolean(),
})
export type WorkspaceCache = z.infer<typeof workspaceCache>

/** `size` is the total in bytes. Both are empty if the engine keeps no caches. */
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

/** Runs and installations fill the cache again as needed. */
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
 * The live runs of a workspace. `queued` counts those that wait, here or already in the engine's own queue; `starting`
 * only those being prepared. `waiting_since` and `waits_for` describe the one that has waited longest.
 */
const queuedWorkspace = z.object({
  workspace_id: id,
  workspace_name: z.string(),
  queued: count,
  starting: count,
  running: count,
  /** total resources granted to starting and running runs */
  granted: resources,
  waiting_since: z.nullable(time),
  waits_for: text,
})
export type QueuedWorkspace = z.infer<typeof queuedWorkspace>

/** The counts beside the list cover all workspaces. */
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
