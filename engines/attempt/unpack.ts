import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sizeInWords } from '@podium/contract/rules/disk-space.ts'
import { MAX_ENTRIES, readTarGz, type TarEntry } from '@podium/contract/wire/tar-reader.ts'
import { StartRefused } from '../engine.ts'
import { codeOf } from './json-file.ts'

export interface UnpackOptions {
  /** name of the archive in messages */
  name: string
  /** maximum size of all files together in bytes */
  limit: number
  signal: AbortSignal
}

/**
 * Unpacks a tar.gz into an existing empty folder that only the engine can write: plain files and folders, no links,
 * nothing outside.
 * @throws StartRefused with a sentence if the archive is broken, hostile or too large
 */
export async function unpackArchive(
  archive: Readable,
  folder: string,
  options: UnpackOptions,
): Promise<void> {
  const { name, limit, signal } = options
  let entries = 0
  let written = 0
  async function* countWritten(bytes: AsyncIterable<Buffer>) {
    for await (const chunk of bytes) {
      written += chunk.length
      if (written > limit) throw refusal(name, `unpacks to more than ${sizeInWords(limit)}`)
      yield chunk
    }
  }
  try {
    for await (const { header, content } of readTarGz(addAbortSignal(signal, archive), refuse)) {
      entries += 1
      if (entries > MAX_ENTRIES) refuse(`holds more than ${MAX_ENTRIES} files`)
      const path = join(folder, ...safeParts(header, name))
      if (header.type === 'directory') {
        await mkdir(path, { recursive: true, mode: 0o700 })
        continue
      }
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const mode = (header.mode & 0o100) === 0 ? 0o600 : 0o700
      await pipeline(content, countWritten, createWriteStream(path, { mode }), { signal })
    }
  } catch (error) {
    signal.throwIfAborted()
    throw explain(name, error)
  } finally {
    archive.destroy()
  }

  function refuse(what: string, advice?: string): never {
    if (advice !== undefined) throw new StartRefused(`The archive \`${name}\` ${what}. ${advice}`)
    throw refusal(name, what)
  }
}

function safeParts(header: TarEntry['header'], archive: string): string[] {
  const { name, type } = header
  if (type !== 'file' && type !== 'directory') {
    throw refusal(archive, `holds \`${name}\`, which is neither a file nor a folder (links are not accepted)`)
  }
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  if (name.startsWith('/') || name.includes('\0') || parts.includes('..')) {
    throw refusal(archive, `holds \`${name}\`, which would end up outside its folder`)
  }
  return parts
}

const BAD_PATHS = new Set(['EISDIR', 'ENOTDIR', 'EEXIST', 'ENAMETOOLONG', 'EINVAL', 'ERR_INVALID_ARG_VALUE'])

function explain(name: string, error: unknown): unknown {
  const code = codeOf(error) ?? ''
  if (BAD_PATHS.has(code)) return refusal(name, 'holds names that cannot be unpacked')
  const isBrokenTar = error instanceof Error && /tar|header|end of data/i.test(error.message)
  const isDamaged = code.startsWith('Z_') || (isBrokenTar && !(error instanceof StartRefused))
  return isDamaged ? refusal(name, 'is not a complete tar.gz file') : error
}

function refusal(name: string, what: string): StartRefused {
  return new StartRefused(`The archive \`${name}\` ${what}: pack it again and upload it.`)
}
