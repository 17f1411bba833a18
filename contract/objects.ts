import * as z from 'zod/mini'
import { route } from './route.ts'
import { time } from './shapes.ts'

export const storedObject = z.object({
  path: z.string(),
  size: z.number(),
  etag: z.string(),
  modified_at: time,
})
export type StoredObject = z.infer<typeof storedObject>

const named = z.object({ id: z.string(), path: z.string() })

export const putObject = route({
  id: 'putObject',
  method: 'PUT',
  path: '/api/v1/workspaces/{id}/objects/{path*}',
  summary: 'Upload a file into the bucket; the body is its bytes',
  allow: 'object.write',
  scope: { workspace: 'id' },
  transport: 'upload',
  params: named,
  query: z.object({ replace: z.optional(z.enum(['0', '1'])) }),
  reply: storedObject,
  errors: [
    'OBJECT.EXISTS',
    'OBJECT.PLACE',
    'OBJECT.FOLDER',
    'OBJECT.REGISTERED',
    'OBJECT.NAME',
    'OBJECT.LARGE',
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
  transport: 'bytes',
  params: named,
  reply: z.unknown(),
  errors: ['OBJECT.NAME', 'OBJECT.RANGE'],
})

export const deleteObject = route({
  id: 'deleteObject',
  method: 'DELETE',
  path: '/api/v1/workspaces/{id}/objects/{path*}',
  summary: 'Remove a file from the bucket; files of a registered version stay',
  allow: 'object.write',
  scope: { workspace: 'id' },
  params: named,
  reply: z.object({ path: z.string() }),
  errors: ['OBJECT.PLACE', 'OBJECT.REGISTERED', 'OBJECT.NAME'],
})

/**
 * The files below a prefix. With `folders=1` the answer groups by the next part of the path instead: what the
 * data set chooser shows.
 */
export const listObjects = route({
  id: 'listObjects',
  method: 'GET',
  path: '/api/v1/workspaces/{id}/objects',
  summary: 'Files below a prefix of the bucket',
  allow: 'object.read',
  scope: { workspace: 'id' },
  params: z.object({ id: z.string() }),
  query: z.object({
    prefix: z.optional(z.string().check(z.maxLength(1000))),
    folders: z.optional(z.enum(['0', '1'])),
    q: z.optional(z.string().check(z.maxLength(200))),
    page: z._default(z.int().check(z.minimum(1)), 1),
    page_size: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 1000),
  }),
  reply: z.object({
    objects: z.array(storedObject),
    folders: z.array(z.object({ path: z.string(), files: z.number(), size: z.number(), modified_at: time })),
    total: z.number(),
  }),
  errors: ['OBJECT.NAME'],
})
