import * as z from 'zod/mini'
import { limits } from '../rules/rules.ts'
import { route } from '../wire/route.ts'
import { maybeDirect, pages, searched, time } from '../wire/shapes.ts'

export const storedObject = z.object({
  path: z.string(),
  size: z.number(),
  etag: z.string(),
  modified_at: time,
})

const named = z.object({
  id: z.string(),
  path: z.string().check(z.describe('The path of the file in the bucket, with its slashes')),
})

export const putObject = route({
  id: 'putObject',
  method: 'PUT',
  path: '/api/v1/workspaces/{id}/objects/{path*}',
  summary: 'Upload a file into the bucket; the body is its bytes',
  allow: 'object.write',
  scope: { workspace: 'id' },
  touches: ['object'],
  transport: 'upload',
  params: named,
  query: z.object({
    replace: z.optional(z.enum(['0', '1'])).check(z.describe('1 replaces an existing file')),
  }),
  reply: storedObject,
  errors: [
    'OBJECT.EXISTS',
    'OBJECT.PLACE',
    'OBJECT.FOLDER',
    'OBJECT.POINTER',
    'OBJECT.REGISTERED',
    'OBJECT.NAME',
    'OBJECT.LARGE',
    'QUOTA.STORAGE',
    'DISK.UPLOAD',
    'EDIT.STALE',
  ],
})

export const readObject = route({
  id: 'readObject',
  method: 'GET',
  path: '/api/v1/workspaces/{id}/objects/{path*}',
  summary: 'Download a file of the bucket, whole or by range',
  allow: 'object.read',
  scope: { workspace: 'id' },
  reads: [],
  transport: 'bytes',
  params: named,
  query: z.object(maybeDirect),
  reply: z.unknown(),
  otherStatuses: [206, 302, 304],
  errors: ['OBJECT.NAME', 'OBJECT.RANGE', 'RUN.TRASHED', 'RUN.REMOVED'],
})

export const deleteObject = route({
  id: 'deleteObject',
  method: 'DELETE',
  path: '/api/v1/workspaces/{id}/objects/{path*}',
  summary: 'Remove a file from the bucket; files of a registered version stay',
  allow: 'object.write',
  scope: { workspace: 'id' },
  touches: ['object'],
  params: named,
  reply: z.object({ path: z.string() }),
  errors: ['OBJECT.PLACE', 'OBJECT.REGISTERED', 'OBJECT.NAME'],
})

/**
 * The files below a prefix. With `folders=1` the answer groups them by the next part of the path, as the data set
 * chooser shows them.
 */
export const listObjects = route({
  id: 'listObjects',
  method: 'GET',
  path: '/api/v1/workspaces/{id}/objects',
  summary: 'Files below a prefix of the bucket',
  allow: 'object.read',
  scope: { workspace: 'id' },
  reads: ['object'],
  params: z.object({ id: z.string() }),
  query: z.object({
    prefix: z
      .optional(z.string().check(z.maxLength(1000)))
      .check(z.describe('Only paths that begin with this')),
    folders: z.optional(z.enum(['0', '1'])).check(z.describe('1 groups by the next part of the path')),
    q: searched,
    ...pages(limits.page_size),
  }),
  reply: z.object({
    objects: z.array(storedObject),
    folders: z.array(z.object({ path: z.string(), files: z.number(), size: z.number(), modified_at: time })),
    total: z.number(),
  }),
  errors: ['OBJECT.NAME'],
})
