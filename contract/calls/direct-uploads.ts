import * as z from 'zod/mini'
import { route } from '../wire/route.ts'
import { storedObject } from './objects.ts'

/** Uploads in parts that a client sends straight to the object store, at addresses requested here. */

/** Smaller contents go through the server, which takes one call instead of at least four. */
export const LEAST_DIRECT_BYTES = 8 * 1024 ** 2

const byId = z.object({ id: z.string() })
const upload = z.string().check(z.maxLength(8000))
const named = z.strictObject({ upload: upload.check(z.describe('The upload, as beginUpload returned it')) })

export const beginUpload = route({
  id: 'beginUpload',
  method: 'POST',
  path: '/api/v1/workspaces/{id}/uploads',
  summary: 'Begin the upload of a large file that goes to the object store itself',
  allow: 'object.write',
  scope: { workspace: 'id' },
  touches: [],
  params: byId,
  body: z.strictObject({
    path: z.string().check(z.describe('Path of the file in the bucket')),
    bytes: z.int().check(z.minimum(0), z.describe('Size of the file')),
    replace: z.optional(z.boolean()).check(z.describe('Replaces an existing file')),
  }),
  reply: z.object({
    upload: z
      .nullable(upload)
      .check(
        z.describe(
          'Identifies the upload for the person who began it; null if files go only through the server',
        ),
      ),
    part_bytes: z.int().check(z.describe('Size of each part; the last one may be smaller')),
  }),
  errors: [
    'OBJECT.EXISTS',
    'OBJECT.PLACE',
    'OBJECT.FOLDER',
    'OBJECT.REGISTERED',
    'OBJECT.NAME',
    'OBJECT.LARGE',
    'QUOTA.STORAGE',
    'UPLOAD.MANY',
    'DISK.UPLOAD',
  ],
})

export const addressOfPart = route({
  id: 'addressOfPart',
  method: 'POST',
  path: '/api/v1/workspaces/{id}/uploads/part',
  summary:
    'The address to PUT a part of an upload to; it is valid for a minute and for exactly the size of the part',
  allow: 'object.write',
  scope: { workspace: 'id' },
  touches: [],
  params: byId,
  body: z.extend(named, { part: z.int().check(z.minimum(1), z.describe('Number of the part, from 1')) }),
  reply: z.object({ address: z.string() }),
  secret: true,
})

export const endUpload = route({
  id: 'endUpload',
  method: 'POST',
  path: '/api/v1/workspaces/{id}/uploads/end',
  summary: 'Complete an upload, so that the file appears under its path',
  allow: 'object.write',
  scope: { workspace: 'id' },
  touches: ['object'],
  params: byId,
  body: named,
  reply: storedObject,
  errors: [
    'OBJECT.EXISTS',
    'OBJECT.PLACE',
    'OBJECT.REGISTERED',
    'OBJECT.NAME',
    'OBJECT.LARGE',
    'QUOTA.STORAGE',
    'DISK.UPLOAD',
    'EDIT.STALE',
    'UPLOAD.ENDED',
  ],
})

export const abortUpload = route({
  id: 'abortUpload',
  method: 'POST',
  path: '/api/v1/workspaces/{id}/uploads/abort',
  summary: 'Cancel an upload and delete its parts',
  allow: 'object.write',
  scope: { workspace: 'id' },
  touches: [],
  params: byId,
  body: named,
  reply: z.object({}),
})
