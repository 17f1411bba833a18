import * as z from 'zod/mini'
import { route } from '../wire/route.ts'
import { count, failures, id, listQuery, pages, revision, text, time } from '../wire/shapes.ts'

/** The two kinds of files of a run that are retained separately: logs, and artifacts with the model among them. */
export const RETAINED_KINDS = ['logs', 'artifacts'] as const
export type RetainedKind = (typeof RETAINED_KINDS)[number]

export const retentionLimits = {
  /** the largest values of one rule */
  last: 10_000,
  best: 1_000,
  days: 3_650,
  /** how long the trash can be restored */
  trash_days_min: 1,
  trash_days_max: 365,
  trash_days: 14,
} as const

/**
 * A run that any part of the rule names keeps its files. The files of every other run that ended go to the trash.
 * - `last`: the newest runs of each stream, this many
 * - `best`: in each stream, this many runs with the best value of a figure. If no run of a stream has the figure, only
 *   the other parts apply there; without any, all its runs are kept
 * - `aliased`: runs whose model has an alias
 * - `days`: runs that ended less than this many days ago
 *
 * The rules never remove files of live runs, the model that a live run reads, the model that a schedule names, and the
 * artifacts of each stream's newest model.
 */
const rule = z.strictObject({
  last: z.nullable(z.int().check(z.minimum(1), z.maximum(retentionLimits.last))),
  best: z.nullable(
    z.strictObject({
      figure: z.string().check(z.minLength(1), z.maxLength(200)),
      direction: z.enum(['highest', 'lowest']),
      count: z.int().check(z.minimum(1), z.maximum(retentionLimits.best)),
    }),
  ),
  aliased: z.boolean(),
  days: z.nullable(z.int().check(z.minimum(1), z.maximum(retentionLimits.days))),
})
export type RetentionRule = z.infer<typeof rule>

/** null: everything is kept. */
const rules = { logs: z.nullable(rule), artifacts: z.nullable(rule) }
export type RetentionRules = { [kind in RetainedKind]: RetentionRule | null }

const trashDays = z
  .int()
  .check(z.minimum(retentionLimits.trash_days_min), z.maximum(retentionLimits.trash_days_max))

const retention = z.object({
  ...rules,
  trash_days: trashDays,
  revision,
  /** '' and null if there are no rules */
  updated_by: text,
  updated_at: z.nullable(time),
  /** when the rules are next applied automatically; null without rules */
  next_at: z.nullable(time),
})
export type Retention = z.infer<typeof retention>

const byId = z.object({ id: z.string() })

export const readRetention = route({
  id: 'readRetention',
  method: 'GET',
  path: '/api/v1/workspaces/{id}/retention',
  summary: 'What a workspace keeps of the runs that ended, and for how long its trash can be restored',
  allow: 'retention.read',
  scope: { workspace: 'id' },
  reads: ['retention'],
  params: byId,
  reply: retention,
})

export const editRetention = route({
  id: 'editRetention',
  method: 'PUT',
  path: '/api/v1/workspaces/{id}/retention',
  summary:
    'Set what a workspace keeps; what is left out stays as it is. Rules are applied once an hour, or at once by their own call',
  allow: 'retention.edit',
  scope: { workspace: 'id' },
  touches: ['retention'],
  params: byId,
  body: z.strictObject({
    logs: z.optional(rules.logs),
    artifacts: z.optional(rules.artifacts),
    trash_days: z.optional(trashDays),
    revision: z.optional(revision),
  }),
  reply: retention,
  errors: ['EDIT.STALE'],
})

/** Bytes of a run that the rules would move, 0 if none; exact, from the objects in the store. */
const retained = z.object({
  run_id: id,
  run_name: z.string(),
  solution_name: z.string(),
  stream_name: z.string(),
  /** such as 'line-3 v 3.7' if its artifacts hold a model, else '' */
  model_name: text,
  ended_at: time,
  logs_bytes: count,
  artifacts_bytes: count,
})
export type RetainedRun = z.infer<typeof retained>

/** `as_of` is the time of the preview: applied with it, the rules move exactly these files. */
export const previewRetention = route({
  id: 'previewRetention',
  method: 'POST',
  path: '/api/v1/workspaces/{id}/retention/preview',
  summary:
    'What retention rules would move to the trash now, and how many bytes: the rules of the body, or else those of the workspace',
  allow: 'retention.read',
  scope: { workspace: 'id' },
  touches: [],
  params: byId,
  query: z.object(pages(20)),
  body: z.strictObject({
    logs: z.optional(rules.logs),
    artifacts: z.optional(rules.artifacts),
    as_of: z.optional(time),
  }),
  reply: z.object({
    runs: z.array(retained),
    total: count,
    /** the bytes of all files that would be moved */
    logs_bytes: count,
    artifacts_bytes: count,
    as_of: time,
    /** number of runs left out because their files are not measured: they are older than the record of sizes */
    unmeasured: count,
  }),
})

export const applyRetention = route({
  id: 'applyRetention',
  method: 'POST',
  path: '/api/v1/workspaces/{id}/retention/apply',
  summary:
    'Apply the rules of a workspace now, to the runs that had ended at an instant: what they do not keep goes to the trash',
  allow: 'retention.edit',
  scope: { workspace: 'id' },
  touches: ['retention', 'run', 'model', 'object', 'workspace'],
  params: byId,
  body: z.strictObject({
    /** the `as_of` of the preview */
    as_of: z.optional(time),
    revision: z.optional(revision).check(z.describe('The revision of the rules that were previewed')),
  }),
  reply: z.object({ runs: count, logs_bytes: count, artifacts_bytes: count }),
  errors: ['EDIT.STALE'],
})

const trashed = z.extend(retained, {
  trashed_at: time,
  /** when it is removed for good */
  removed_at: time,
})
export type TrashedRun = z.infer<typeof trashed>

const TRASH_LIST = {
  sorts: ['run_name', 'trashed_at', 'bytes'],
  defaultSort: '-trashed_at',
  filters: {},
} as const

export const listTrash = route({
  id: 'listTrash',
  method: 'GET',
  path: '/api/v1/workspaces/{id}/trash',
  summary:
    'The runs whose logs or artifacts are in the trash of a workspace, and until when they can be restored',
  allow: 'retention.read',
  scope: { workspace: 'id' },
  reads: ['retention'],
  list: TRASH_LIST,
  params: byId,
  query: listQuery(TRASH_LIST.sorts, {}),
  reply: z.object({
    trashed: z.array(trashed),
    total: count,
    logs_bytes: count,
    artifacts_bytes: count,
    /** the time of the listing: emptied with it, the trash keeps files that arrived later */
    as_of: time,
  }),
})

const chosen = {
  ids: z
    .optional(z.array(z.string()).check(z.minLength(1), z.maxLength(1000)))
    .check(z.describe('The ids of the runs; everything in the trash if left out')),
}

export const restoreTrash = route({
  id: 'restoreTrash',
  method: 'POST',
  path: '/api/v1/workspaces/{id}/trash/restore',
  summary: 'Restore what is in the trash of runs; the rules never move it there again',
  allow: 'retention.edit',
  scope: { workspace: 'id' },
  touches: ['retention', 'run', 'model', 'object', 'workspace'],
  params: byId,
  body: z.strictObject(chosen),
  reply: z.object({ done: count, failed: failures }),
})

export const emptyTrash = route({
  id: 'emptyTrash',
  method: 'POST',
  path: '/api/v1/workspaces/{id}/trash/empty',
  summary: 'Remove what is in the trash for good, before its time',
  allow: 'retention.edit',
  scope: { workspace: 'id' },
  touches: ['retention', 'run', 'model', 'object', 'workspace'],
  params: byId,
  body: z.strictObject({
    ...chosen,
    as_of: z
      .optional(time)
      .check(z.describe('That of the list of the trash: what came later stays; now where it is left out')),
  }),
  reply: z.object({ done: count, failed: failures, bytes: count }),
})

/** Kinds of files that a workspace stores. Files in the trash count only as `trash`. */
export const STORED_KINDS = ['solutions', 'data_sets', 'uploads', 'artifacts', 'logs', 'trash'] as const
export type StoredKind = (typeof STORED_KINDS)[number]
const bytesByKind = z.object({
  solutions: count,
  data_sets: count,
  uploads: count,
  artifacts: count,
  logs: count,
  trash: count,
})

export const readStorage = route({
  id: 'readStorage',
  method: 'GET',
  path: '/api/v1/workspaces/{id}/storage',
  summary: 'The bytes that a workspace stores, by kind: now, and at the end of each of the last days',
  allow: 'workspace.usage',
  scope: { workspace: 'id' },
  reads: ['retention', 'object', 'solution', 'data-set'],
  params: byId,
  query: z.object({
    days: z
      ._default(z.int().check(z.minimum(1), z.maximum(366)), 90)
      .check(z.describe('How many days back, including today')),
  }),
  reply: z.object({
    now: bytesByKind,
    /** days of UTC as '2026-11-24', oldest first; days without a record are left out */
    days: z.array(z.object({ day: z.string(), bytes: bytesByKind })),
  }),
})
