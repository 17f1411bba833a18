import * as z from 'zod/mini'
import { storedObject } from './objects.ts'
import { route } from './route.ts'

/** Uploads whose bytes a client sends to the object store itself, part by part, at addresses that it asks for here. */

/** What is smaller goes through the server: it is one call there, and at least four here. */
export const LEAST_DIRECT_BYTES = 8 * 1024 ** 2

const byId = z.object({ id: z.string() })
const upload = z.string().check(z.maxLength(8000))
const named = z.strictObject({ upload: upload.check(z.describe('As beginUpload answered it')) })

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
    path: z.string().check(z.describe('The path that the file is to have in the bucket')),
    bytes: z.int().check(z.minimum(0), z.describe('Its size')),
    replace: z.optional(z.boolean()).check(z.describe('Replaces the file where there is one')),
  }),
  reply: z.object({
    upload: z
      .nullable(upload)
      .check(
        z.describe(
          'What names it, for the person who began it; null where files go through the server alone',
        ),
      ),
    part_bytes: z.int().check(z.describe('Of each part but the last one, which holds what remains')),
  }),
  errors: [
    'OBJECT.EXISTS',
    'OBJECT.PLACE',
    'OBJECT.FOLDER',
    'OBJECT.REGISTERED',
    'OBJECT.NAME',
    'OBJECT.LARGE',
    'DISK.UPLOAD',
  ],
})

export const addressOfPart = route({
  id: 'addressOfPart',
  method: 'POST',
  path: '/api/v1/workspaces/{id}/uploads/part',
  summary: 'Where to PUT a part of an upload, within a minute and with exactly the bytes that it has',
  allow: 'object.write',
  scope: { workspace: 'id' },
  touches: [],
  params: byId,
  body: z.extend(named, { part: z.int().check(z.minimum(1), z.describe('Which part, from 1')) }),
  reply: z.object({ address: z.string() }),
  secret: true,
})

export const endUpload = route({
  id: 'endUpload',
  method: 'POST',
  path: '/api/v1/workspaces/{id}/uploads/end',
  summary: 'Store what was sent to the object store under its path',
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
    'DISK.UPLOAD',
    'EDIT.STALE',
    'UPLOAD.ENDED',
  ],
})

export const abortUpload = route({
  id: 'abortUpload',
  method: 'POST',
  path: '/api/v1/workspaces/{id}/uploads/abort',
  summary: 'Forget what was sent of an upload',
  allow: 'object.write',
  scope: { workspace: 'id' },
  touches: [],
  params: byId,
  body: named,
  reply: z.object({}),
})
