import { Readable } from 'node:stream'
import {
  announceDataSetFiles,
  beginDataSetVersion,
  callsOf,
  commitDataSetVersion,
  FILES_AT_ONCE,
  lineOfContent,
  putDataSetContent,
  putDataSetContents,
  SMALL_CONTENT,
} from '@podium/contract/calls/data-set-files.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { call, upload } from './client.ts'
import type { Connection } from './connection.ts'
import { contentOf } from './content-of.ts'
import { bytesOf, type LocalFile, placeOf } from './local-file.ts'
import { printFault } from './print.ts'

const AT_ONCE = 4

interface HashedFile extends LocalFile {
  sha256: string
}

/**
 * Uploads files of a folder as the next version. Contents that the server has from earlier versions or an interrupted
 * push are not sent again. The next files are read while the previous ones are sent.
 */
export async function pushFiles(
  connection: Connection,
  id: string,
  folder: string,
  files: LocalFile[],
  more: { keep: boolean; note: string },
): Promise<ReplyOf<typeof commitDataSetVersion>> {
  const { upload: name } = await call(connection, beginDataSetVersion, { params: { id }, body: more })
  const params = { id, upload: name }

  async function send(hashed: HashedFile[]): Promise<number> {
    const announced = hashed.map(({ path, size, sha256 }) => ({ path, size, sha256 }))
    const { missing } = await call(connection, announceDataSetFiles, { params, body: { files: announced } })
    const byHash = new Map(hashed.map((file) => [file.sha256, file]))
    const left = missing.flatMap((sha256) => byHash.get(sha256) ?? [])
    const small = left.filter(({ size }) => size <= SMALL_CONTENT)
    const large = left.filter(({ size }) => size > SMALL_CONTENT)
    const sendings = [
      ...callsOf(small, ({ size }) => size).map((batch) => async () => {
        await upload(
          connection,
          putDataSetContents,
          { params },
          () => Readable.from(contentsOf(folder, batch)),
          sizeOf(batch),
        )
      }),
      ...large.map((file) => async () => {
        const { sha256, size } = file
        const body = () => Readable.from(bytesOf(placeOf(folder, file), file))
        await upload(connection, putDataSetContent, { params: { ...params, sha256 } }, body, size)
      }),
    ]
    await inTurns(sendings, (sending) => sending())
    return missing.length
  }

  let sending: Promise<number> = Promise.resolve(0)
  for (let at = 0; at < files.length; at += FILES_AT_ONCE) {
    const hashing = hashAll(folder, files.slice(at, at + FILES_AT_ONCE))
    const [hashed] = await Promise.all([hashing, sending])
    const end = Math.min(at + FILES_AT_ONCE, files.length)
    sending = send(hashed).then((sent) => {
      printFault(`${end}/${files.length} files, ${sent} sent`)
      return sent
    })
    // It is awaited with the next files.
    sending.catch(() => undefined)
  }
  await sending
  return call(connection, commitDataSetVersion, { params })
}

function sizeOf(files: HashedFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

async function hashAll(folder: string, files: LocalFile[]): Promise<HashedFile[]> {
  const hashed: HashedFile[] = []
  for (const file of files) {
    const { sha256 } = file
    hashed.push(
      sha256 === undefined ? { ...file, ...(await contentOf(placeOf(folder, file))) } : { ...file, sha256 },
    )
  }
  return hashed
}

async function* contentsOf(folder: string, files: HashedFile[]): AsyncIterable<Buffer> {
  for (const file of files) {
    yield Buffer.from(lineOfContent(file))
    yield* bytesOf(placeOf(folder, file), file)
  }
}

async function inTurns<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
