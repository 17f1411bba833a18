import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import {
  announceDataSetFiles,
  beginDataSetVersion,
  commitDataSetVersion,
  FILES_AT_ONCE,
  putDataSetContent,
} from '@podium/contract/data-set-files.ts'
import type { DataSetVersion } from '@podium/contract/data-sets.ts'
import { call, upload } from './client.ts'
import type { Connection } from './connection.ts'
import { printFault } from './print.ts'

const AT_ONCE = 4

interface LocalFile {
  path: string
  size: number
}

/**
 * Uploads files of a folder as the next version. Contents that the server has, of earlier versions or of a push that
 * broke off, are not sent again.
 */
export async function pushFiles(
  connection: Connection,
  id: string,
  folder: string,
  files: LocalFile[],
  more: { keep: boolean; note: string },
): Promise<DataSetVersion> {
  const { upload: name } = await call(connection, beginDataSetVersion, { params: { id }, body: more })
  const params = { id, upload: name }
  for (let at = 0; at < files.length; at += FILES_AT_ONCE) {
    const hashed = await hashAll(folder, files.slice(at, at + FILES_AT_ONCE))
    const { missing } = await call(connection, announceDataSetFiles, { params, body: { files: hashed } })
    const byHash = new Map(hashed.map(({ sha256, path }) => [sha256, path]))
    await inTurns(missing, async (sha256) => {
      const body = createReadStream(join(folder, byHash.get(sha256) ?? ''))
      await upload(connection, putDataSetContent, { params: { ...params, sha256 } }, body)
    })
    printFault(`${Math.min(at + FILES_AT_ONCE, files.length)}/${files.length} files, ${missing.length} sent`)
  }
  return call(connection, commitDataSetVersion, { params })
}

async function hashAll(folder: string, files: LocalFile[]) {
  const hashed: { path: string; size: number; sha256: string }[] = []
  for (const { path } of files) {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of createReadStream(join(folder, path)) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
    }
    hashed.push({ path, size, sha256: hash.digest('hex') })
  }
  return hashed
}

async function inTurns<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
