import type { Database } from '@podium/database/connect.ts'
import type { Input } from '@podium/engines/engine.ts'
import { allFiles, findFile, isVersionIn, type PlacedFile } from './files-reads.ts'
import type { DataSetUse } from './run-addresses.ts'

const INPUT = /^data-sets\/([0-9a-f-]{36})\/[^/]+\/(.*)$/s

/** The input of a run's specification for a version: a prefix below which the server lists its files. */
export function inputOf({ version_id, name }: DataSetUse, bucket: string): Input {
  return { bucket, path: `data-sets/${version_id}/${name}/`, archive: false }
}

/** The files of versions as engines read them, below the prefixes of `inputOf`, in the bucket of their workspace. */
export interface DataSetInputs {
  /** Returns null if the prefix does not name a version. */
  list(bucket: string, prefix: string): AsyncIterable<{ path: string; size: number }> | null
  /** Returns 'missing' if the version has no such file, null if the path does not name a version. */
  find(bucket: string, path: string): Promise<PlacedFile | 'missing' | null>
}

/** @param open returns the database, which is opened only after the local engine is created */
export function createDataSetInputs(open: () => Database): DataSetInputs {
  async function* listed(bucket: string, prefix: string, version: string) {
    if (!(await isVersionIn(open(), bucket, version))) return
    for await (const { path, size } of allFiles(open(), version)) yield { path: prefix + path, size }
  }
  return {
    list(bucket, prefix) {
      const [, version, rest] = INPUT.exec(prefix) ?? []
      return version === undefined || rest !== '' ? null : listed(bucket, prefix, version)
    },
    async find(bucket, path) {
      const [, version, file] = INPUT.exec(path) ?? []
      if (version === undefined || file === undefined) return null
      const found = await findFile(open(), version, file)
      return found?.bucket === bucket ? found : 'missing'
    },
  }
}
