import { createHash } from 'node:crypto'
import {
  announceDataSetFiles,
  beginDataSetVersion,
  commitDataSetVersion,
  lineOfContent,
  putDataSetContent,
  putDataSetContents,
} from '@podium/contract/calls/data-set-files.ts'
import { createDataSet } from '@podium/contract/calls/data-sets.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import type { TestClient } from '../../../testing/test-client.ts'

export const sha256Of = (content: string) => createHash('sha256').update(content).digest('hex')

export const HEADERS = { 'content-type': 'application/octet-stream' }

export async function newDataSet(
  podium: Pick<TestApp, 'people'>,
  client: TestClient,
  name: string,
): Promise<string> {
  const query = { workspace_id: podium.people.first.id }
  return (await client.call(createDataSet, { query, body: { name } })).id
}

/** Announces the files of an upload. */
export function announce(client: TestClient, id: string, upload: string, files: Record<string, string>) {
  const body = {
    files: Object.entries(files).map(([path, content]) => ({
      path,
      size: Buffer.byteLength(content),
      sha256: sha256Of(content),
    })),
  }
  return client.call(announceDataSetFiles, { params: { id, upload }, body })
}

export function put(
  client: TestClient,
  id: string,
  upload: string,
  content: string,
  sha256 = sha256Of(content),
) {
  return client.ask(putDataSetContent, {
    params: { id, upload, sha256 },
    body: Buffer.from(content),
    headers: HEADERS,
  })
}

/** Formats a content as one of several in a call. */
export function lined(content: string, sha256 = sha256Of(content)): string {
  return lineOfContent({ sha256, size: Buffer.byteLength(content) }) + content
}

/** Sends contents formatted by `lined` in one call. */
export function putMany(client: TestClient, id: string, upload: string, body: string) {
  return client.ask(putDataSetContents, {
    params: { id, upload },
    body: Buffer.from(body),
    headers: HEADERS,
  })
}

/** Uploads the files as a version, as a client does; returns it with the number of contents that had to be sent. */
export async function push(
  client: TestClient,
  id: string,
  files: Record<string, string>,
  more: { keep?: boolean; note?: string } = {},
) {
  const { upload } = await client.call(beginDataSetVersion, { params: { id }, body: more })
  const { missing } = await announce(client, id, upload, files)
  for (const content of new Set(Object.values(files)))
    if (missing.includes(sha256Of(content))) await put(client, id, upload, content)
  const version = await client.call(commitDataSetVersion, { params: { id, upload } })
  return { ...version, sent: missing.length }
}
