import * as z from 'zod/mini'
import { limits } from '../rules/rules.ts'
import { route } from '../wire/route.ts'
import { count, maybeDirect, nothing, searched, workspaceQuery } from '../wire/shapes.ts'
import { byId, byVersion, dataSetVersion } from './data-sets.ts'
import { artifactPreview, SHOWN_MEDIA } from './run-files.ts'

/** Calls for the files of a data set's version and for making a new version. */

/** Maximum number of files that one call announces and that one version has. */
export const FILES_AT_ONCE = 500
export const MAX_FILES = 250_000

/**
 * Number of contents that a client should send in one call. They are stored within one transaction, and a distant
 * object store may keep it open for a second per content.
 */
export const CONTENTS_A_CALL = 64

/** Maximum bytes of a content that is sent together with others, and of all contents in one call. */
export const SMALL_CONTENT = 1024 ** 2
export const CONTENTS_AT_ONCE = 4 * 1024 ** 2

const SHA256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** `sha256` is '' for files that were in the bucket before there were data sets. */
export const dataSetFile = z.object({ path: z.string(), size: count, sha256: z.string() })
export type DataSetFile = z.infer<typeof dataSetFile>

const keyset = {
  after: z
    .optional(z.string().check(z.maxLength(2000)))
    .check(z.describe('Only paths after this one: the next_cursor of the page before')),
  page_size: z
    ._default(z.int().check(z.minimum(1), z.maximum(limits.page_size)), 100)
    .check(z.describe('Items per page')),
}

export const listDataSetFiles = route({
  id: 'listDataSetFiles',
  method: 'GET',
  path: '/api/v1/data-sets/{id}/versions/{n}/files',
  summary: 'The files of a version, in the order of their paths',
  allow: 'data-set.read',
  scope: { data_set: 'id' },
  reads: ['data-set'],
  params: byVersion,
  query: z.extend(workspaceQuery, {
    ...keyset,
    prefix: z
      .optional(z.string().check(z.maxLength(1000)))
      .check(z.describe('Only paths that begin with this')),
    q: searched,
  }),
  reply: z.object({ files: z.array(dataSetFile), next_cursor: z.nullable(z.string()) }),
})

/** Sorted by path. `from` and `to` are sizes in bytes, null if the file does not exist on that side. */
export const listDataSetChanges = route({
  id: 'listDataSetChanges',
  method: 'GET',
  path: '/api/v1/data-sets/{id}/versions/{n}/changes',
  summary: 'The files that differ from the version before',
  allow: 'data-set.read',
  scope: { data_set: 'id' },
  reads: ['data-set'],
  params: byVersion,
  query: z.extend(workspaceQuery, keyset),
  reply: z.object({
    files: z.array(z.object({ path: z.string(), from: z.nullable(count), to: z.nullable(count) })),
    next_cursor: z.nullable(z.string()),
  }),
})

const byPath = z.extend(byVersion, {
  path: z.string().check(z.describe('The path of the file in the version, with its slashes')),
})

export const readDataSetFile = route({
  id: 'readDataSetFile',
  method: 'GET',
  path: '/api/v1/data-sets/{id}/versions/{n}/files/{path*}',
  summary: 'Download a file of a version, whole or by range',
  allow: 'data-set.read',
  scope: { data_set: 'id' },
  reads: [],
  transport: 'bytes',
  params: byPath,
  query: z.extend(workspaceQuery, maybeDirect),
  reply: z.unknown(),
  otherStatuses: [206, 302],
  errors: ['OBJECT.RANGE', 'DATA_SET.CHANGED'],
})

export const previewDataSetFile = route({
  id: 'previewDataSetFile',
  method: 'GET',
  path: '/api/v1/data-sets/{id}/versions/{n}/previews/{path*}',
  summary: 'A preview of a file of a version, read from its beginning',
  allow: 'data-set.read',
  scope: { data_set: 'id' },
  reads: ['data-set'],
  params: byPath,
  query: workspaceQuery,
  reply: artifactPreview,
  errors: ['DATA_SET.CHANGED'],
})

/** Sends the file for an img or a frame, with headers that keep it from running anything. */
export const showDataSetFile = route({
  id: 'showDataSetFile',
  method: 'GET',
  path: '/api/v1/data-sets/{id}/versions/{n}/shown-files/{path*}',
  summary: 'A file of a version that is an image, a sound, a film or a document, for viewing',
  allow: 'data-set.read',
  scope: { data_set: 'id' },
  reads: [],
  transport: 'bytes',
  params: byPath,
  query: workspaceQuery,
  reply: z.unknown(),
  otherStatuses: [206],
  otherMedia: SHOWN_MEDIA,
  errors: ['OBJECT.RANGE', 'DATA_SET.CHANGED'],
})

/**
 * A version is made in three steps: `announceDataSetFiles` names its files and answers which contents the server
 * lacks, `putDataSetContent` sends one of those and `putDataSetContents` many small ones, and `commitDataSetVersion`
 * makes the version. After an interruption, announce again in this upload or in a new one: contents that arrived are
 * not requested twice. `deleteDataSetUpload` abandons an upload; one without a call for a day is removed
 * automatically.
 */
export const beginDataSetVersion = route({
  id: 'beginDataSetVersion',
  method: 'POST',
  path: '/api/v1/data-sets/{id}/versions',
  summary: 'Begin the upload of a new version',
  allow: 'data-set.write',
  scope: { data_set: 'id' },
  touches: [],
  params: byId,
  query: workspaceQuery,
  body: z.strictObject({
    note: z.optional(z.string().check(z.maxLength(limits.description))),
    keep: z
      .optional(z.boolean())
      .check(
        z.describe(
          'Starts from the files of the newest version: announced files are added, or replace those of the same path. Refused at the end if a newer version exists by then',
        ),
      ),
  }),
  reply: z.object({ upload: z.string() }),
  errors: ['DATA_SET.UPLOADS'],
})

const byUpload = z.object({
  id: z.string(),
  upload: z.string().check(z.describe('The upload, as beginDataSetVersion returned it')),
})

/** Removes the contents that only this upload references; they no longer count as storage. */
export const deleteDataSetUpload = route({
  id: 'deleteDataSetUpload',
  method: 'DELETE',
  path: '/api/v1/data-sets/{id}/uploads/{upload}',
  summary: 'Give up an upload of yours that is not a version',
  allow: 'data-set.write',
  scope: { data_set: 'id' },
  touches: [],
  params: byUpload,
  query: workspaceQuery,
  reply: nothing,
})

export const announceDataSetFiles = route({
  id: 'announceDataSetFiles',
  method: 'POST',
  path: '/api/v1/data-sets/{id}/uploads/{upload}/files',
  summary: 'Name files of a new version; the answer lists the contents that the server does not have yet',
  allow: 'data-set.write',
  scope: { data_set: 'id' },
  touches: [],
  params: byUpload,
  query: workspaceQuery,
  body: z.strictObject({
    files: z
      .array(
        z.strictObject({
          path: z.string().check(z.minLength(1), z.maxLength(1000)),
          size: z.int().check(z.minimum(0)),
          sha256: SHA256,
        }),
      )
      .check(z.minLength(1), z.maxLength(FILES_AT_ONCE)),
  }),
  reply: z.object({ missing: z.array(z.string()) }),
  errors: ['OBJECT.NAME', 'OBJECT.LARGE', 'DATA_SET.MANY'],
})

const CONTENT_ERRORS = [
  'OBJECT.POINTER',
  'OBJECT.LARGE',
  'QUOTA.STORAGE',
  'DISK.UPLOAD',
  'EDIT.STALE',
  'DATA_SET.CONTENT',
] as const

/** Stores nothing if the bytes have another hash or size than announced. */
export const putDataSetContent = route({
  id: 'putDataSetContent',
  method: 'PUT',
  path: '/api/v1/data-sets/{id}/uploads/{upload}/contents/{sha256}',
  summary: 'Send the content of announced files; the body is its bytes',
  allow: 'data-set.write',
  scope: { data_set: 'id' },
  touches: [],
  transport: 'upload',
  params: z.extend(byUpload, { sha256: z.string().check(z.describe('The announced hash, in hex')) }),
  query: workspaceQuery,
  reply: nothing,
  errors: [...CONTENT_ERRORS],
})

/**
 * Stores many small contents, all or none of them. Each is a line `<sha256 in hex> <size in bytes>\n` followed by its
 * bytes. A content has at most `SMALL_CONTENT` bytes, all together at most `CONTENTS_AT_ONCE`, and there are at most
 * `FILES_AT_ONCE`.
 */
export const putDataSetContents = route({
  id: 'putDataSetContents',
  method: 'PUT',
  path: '/api/v1/data-sets/{id}/uploads/{upload}/contents',
  summary:
    'Send the contents of many small files; before the bytes of each stands a line with its hash and its size',
  allow: 'data-set.write',
  scope: { data_set: 'id' },
  touches: [],
  transport: 'upload',
  params: byUpload,
  query: workspaceQuery,
  reply: nothing,
  errors: [...CONTENT_ERRORS, 'DATA_SET.CONTENTS', 'DATA_SET.CONTENTS.MANY'],
})

/** The line before the bytes of a content in the body of `putDataSetContents`; `size` in bytes. */
export function lineOfContent({ sha256, size }: { sha256: string; size: number }): string {
  return `${sha256} ${size}\n`
}

/**
 * Splits small files, of at most `SMALL_CONTENT` bytes each, into calls of `putDataSetContents`.
 * @param bytesOf the size of a file in bytes
 */
export function callsOf<T>(files: readonly T[], bytesOf: (file: T) => number): T[][] {
  const calls: T[][] = []
  let bytes = 0
  for (const file of files) {
    const last = calls.at(-1)
    if (last && last.length < CONTENTS_A_CALL && bytes + bytesOf(file) <= CONTENTS_AT_ONCE) {
      last.push(file)
      bytes += bytesOf(file)
    } else {
      calls.push([file])
      bytes = bytesOf(file)
    }
  }
  return calls
}

export const commitDataSetVersion = route({
  id: 'commitDataSetVersion',
  method: 'POST',
  path: '/api/v1/data-sets/{id}/uploads/{upload}/commit',
  summary: 'Make a version of what was uploaded',
  allow: 'data-set.write',
  scope: { data_set: 'id' },
  touches: ['data-set'],
  params: byUpload,
  query: workspaceQuery,
  reply: z.extend(dataSetVersion, {
    is_new: z
      .boolean()
      .check(
        z.describe('False if the newest version has the same files: it is the answer, and none was made'),
      ),
  }),
  errors: ['DATA_SET.INCOMPLETE', 'DATA_SET.EMPTY', 'DATA_SET.FOLDER', 'DATA_SET.STALE'],
})
