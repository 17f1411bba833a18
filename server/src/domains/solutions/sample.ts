import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { archiveUpload } from '@podium/contract/rules/archive-uploads.ts'
import { pack } from 'tar-stream'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/call.ts'
import { registerArchive } from './archive-registration.ts'
import type { Workspace } from './registration.ts'

/** Registers the sample solution as if a person had uploaded it, with the same checks and audit event. */
export async function registerSample(deps: Deps, workspace: Workspace, caller: Caller) {
  const { objects, sample } = deps
  const path = archiveUpload(randomUUID().replaceAll('-', ''))
  await objects.put(workspace.s3_bucket_name, path, await packFolder(sample))
  try {
    return await registerArchive(deps, workspace, caller, { path })
  } catch (error) {
    await objects
      .remove(workspace.s3_bucket_name, path)
      .catch((err) => deps.log.warn({ err, path }, 'the upload of the sample could not be removed'))
    throw error
  }
}

/** Caches and outputs of programs that were run in the folder are not part of the sample. */
const CACHE = /(^|\/)(__pycache__|out|\.[^/]+)(\/|$)/

async function packFolder(folder: string): Promise<Readable> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !CACHE.test(path))
    .sort()
  const archive = pack()
  for (const path of paths) archive.entry({ name: path }, await readFile(join(folder, path)))
  archive.finalize()
  return Readable.from(archive).pipe(createGzip())
}
