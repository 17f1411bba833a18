import type { Database } from '@podium/database/connect.ts'
import type { Input } from '@podium/engines/engine.ts'
import { allFiles, findFile, type PlacedFile } from './files-reads.ts'
import type { DataSetUse } from './run-addresses.ts'

const INPUT = /^data-sets\/([0-9a-f-]{36})\/[^/]+\/(.*)$/s

/** What a run's specification says of a version: a prefix below which the server lists its files, whatever their number. */
export function inputOf({ version_id, name }: DataSetUse, bucket: string): Input {
  return { bucket, path: `data-sets/${version_id}/${name}/`, archive: false }
}

/** The files of versions as an engine reads them, below the prefixes of `inputOf`. */
export interface DataSetInputs {
  /** null where the prefix is none of a version */
  list(prefix: string): AsyncIterable<{ path: string; size: number }> | null
  /** where the file lies; 'missing' where the version has none of the path, null where the path is none of a version */
  find(path: string): Promise<PlacedFile | 'missing' | null>
}

/** @param open answers the database, which is opened after the engines that run on this machine */
export function createDataSetInputs(open: () => Database): DataSetInputs {
  async function* listed(prefix: string, version: string) {
    for await (const { path, size } of allFiles(open(), version)) yield { path: prefix + path, size }
  }
  return {
    list(prefix) {
      const [, version, rest] = INPUT.exec(prefix) ?? []
      return version === undefined || rest !== '' ? null : listed(prefix, version)
    },
    async find(path) {
      const [, version, file] = INPUT.exec(path) ?? []
      if (version === undefined || file === undefined) return null
      return (await findFile(open(), version, file)) ?? 'missing'
    },
  }
}
