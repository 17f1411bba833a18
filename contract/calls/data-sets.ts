import * as z from 'zod/mini'
import { DATA_SET_NAME } from '../rules/data-set-address.ts'
import { limits } from '../rules/rules.ts'
import { type ListRules, route } from '../wire/route.ts'
import {
  consequences,
  count,
  id,
  inWorkspace,
  listQuery,
  nothing,
  pages,
  revision,
  text,
  time,
  workspaceQuery,
} from '../wire/shapes.ts'

/** Data sets: named files of a workspace that runs read, in versions that never change. */

const run = z.object({ id, name: z.string() })

/** `version` is the number of the newest version, null before the first; `files` and `size` (bytes) describe it. */
export const dataSet = z.object({
  id,
  name: z.string(),
  note: text,
  workspace_id: id,
  workspace_name: z.string(),
  version: z.nullable(z.int()),
  versions: count,
  files: count,
  size: count,
  runs: count,
  last_run: z.nullable(run),
  created_by: z.string(),
  created_at: time,
  /** the author of the newest version, and when it was made or last edited */
  updated_by: z.string(),
  updated_at: time,
  revision,
})
export type DataSet = z.infer<typeof dataSet>

/** `size` in bytes; `from_folder` is the bucket's folder that the version was made from, '' if it was uploaded. */
export const dataSetVersion = z.object({
  version: z.int(),
  note: text,
  files: count,
  size: count,
  runs: count,
  from_folder: text,
  created_by: z.string(),
  created_at: time,
})
export type DataSetVersion = z.infer<typeof dataSetVersion>

const filesAndSize = z.object({ files: count, size: count })

/** The difference from the previous version in files and bytes; the bytes of removed files are their former ones. */
export const dataSetChanges = z.object({
  before: z.int(),
  added: filesAndSize,
  changed: filesAndSize,
  removed: filesAndSize,
})
export type DataSetChanges = z.infer<typeof dataSetChanges>

export const dataSetVersionInfo = z.extend(dataSetVersion, {
  /** null for the first version */
  changes: z.nullable(dataSetChanges),
  /** the newest twenty runs that read it, newest first */
  uses: z.array(
    z.object({
      run_id: id,
      run_name: z.string(),
      stream_name: z.string(),
      state: z.string(),
      created_at: time,
    }),
  ),
})
export type DataSetVersionInfo = z.infer<typeof dataSetVersionInfo>

export const byId = z.object({ id: z.string() })
export const byVersion = z.object({
  id: z.string(),
  n: z.int().check(z.minimum(1), z.describe('The number of the version')),
})

const name = z.string().check(z.regex(DATA_SET_NAME))
const note = z.string().check(z.maxLength(limits.description))

const DATA_SET_LIST = {
  sorts: ['name', 'created_at', 'updated_at'],
  defaultSort: '-updated_at',
  filters: {},
} as const satisfies ListRules

export const listDataSets = route({
  id: 'listDataSets',
  method: 'GET',
  path: '/api/v1/data-sets',
  summary: 'The data sets of a workspace',
  allow: 'data-set.read',
  scope: 'query',
  reads: ['data-set', 'run'],
  list: DATA_SET_LIST,
  query: listQuery(DATA_SET_LIST.sorts, inWorkspace),
  reply: z.object({ data_sets: z.array(dataSet), total: count }),
})

/** Maximum number of data sets in a workspace, so that they cannot fill the database. */
export const MAX_DATA_SETS = 1_000

/** Creates an empty data set. `beginDataSetVersion` and the calls after it upload its first version. */
export const createDataSet = route({
  id: 'createDataSet',
  method: 'POST',
  path: '/api/v1/data-sets',
  summary: 'Create a data set',
  allow: 'data-set.write',
  scope: 'query',
  touches: ['data-set'],
  query: workspaceQuery,
  body: z.strictObject({ name, note: z.optional(note) }),
  reply: dataSet,
  errors: ['DATA_SET.NAME.TAKEN', 'WORKSPACE.FULL'],
})

export const readDataSet = route({
  id: 'readDataSet',
  method: 'GET',
  path: '/api/v1/data-sets/{id}',
  summary: 'One data set',
  allow: 'data-set.read',
  scope: { data_set: 'id' },
  reads: ['data-set', 'run'],
  params: byId,
  query: workspaceQuery,
  reply: dataSet,
})

export const editDataSet = route({
  id: 'editDataSet',
  method: 'PATCH',
  path: '/api/v1/data-sets/{id}',
  summary: 'Rename a data set, or change its note',
  allow: 'data-set.write',
  scope: { data_set: 'id' },
  touches: ['data-set'],
  params: byId,
  query: workspaceQuery,
  body: z.strictObject({ name: z.optional(name), note: z.optional(note), revision: z.optional(revision) }),
  reply: dataSet,
  errors: ['DATA_SET.NAME.TAKEN', 'EDIT.STALE'],
})

export const checkDataSetDeletion = route({
  id: 'checkDataSetDeletion',
  method: 'GET',
  path: '/api/v1/data-sets/{id}/consequences',
  summary: 'What deleting a data set would also delete',
  allow: 'data-set.delete',
  scope: { data_set: 'id' },
  reads: ['data-set', 'run'],
  params: byId,
  query: workspaceQuery,
  reply: consequences,
  errors: ['DELETE.BUILT_ON'],
})

export const deleteDataSet = route({
  id: 'deleteDataSet',
  method: 'DELETE',
  path: '/api/v1/data-sets/{id}',
  summary: 'Delete a data set with all its versions; the runs that read them stay',
  allow: 'data-set.delete',
  scope: { data_set: 'id' },
  touches: ['data-set'],
  params: byId,
  query: workspaceQuery,
  reply: nothing,
  errors: ['DELETE.BUILT_ON', 'DELETE.LIVE'],
})

export const listDataSetVersions = route({
  id: 'listDataSetVersions',
  method: 'GET',
  path: '/api/v1/data-sets/{id}/versions',
  summary: 'The versions of a data set, newest first',
  allow: 'data-set.read',
  scope: { data_set: 'id' },
  reads: ['data-set', 'run'],
  params: byId,
  query: z.extend(workspaceQuery, pages(20)),
  reply: z.object({ versions: z.array(dataSetVersion), total: count }),
})

export const readDataSetVersion = route({
  id: 'readDataSetVersion',
  method: 'GET',
  path: '/api/v1/data-sets/{id}/versions/{n}',
  summary: 'One version of a data set, with what differs from the one before it and the runs that read it',
  allow: 'data-set.read',
  scope: { data_set: 'id' },
  reads: ['data-set', 'run'],
  params: byVersion,
  query: workspaceQuery,
  reply: dataSetVersionInfo,
})

export const checkDataSetVersionDeletion = route({
  id: 'checkDataSetVersionDeletion',
  method: 'GET',
  path: '/api/v1/data-sets/{id}/versions/{n}/consequences',
  summary: 'What deleting a version of a data set would also delete',
  allow: 'data-set.delete',
  scope: { data_set: 'id' },
  reads: ['data-set', 'run'],
  params: byVersion,
  query: workspaceQuery,
  reply: consequences,
  errors: ['DELETE.BUILT_ON'],
})

export const deleteDataSetVersion = route({
  id: 'deleteDataSetVersion',
  method: 'DELETE',
  path: '/api/v1/data-sets/{id}/versions/{n}',
  summary: 'Delete a version of a data set; its number is not given again',
  allow: 'data-set.delete',
  scope: { data_set: 'id' },
  touches: ['data-set'],
  params: byVersion,
  query: workspaceQuery,
  reply: nothing,
  errors: ['DELETE.BUILT_ON', 'DELETE.LIVE'],
})
