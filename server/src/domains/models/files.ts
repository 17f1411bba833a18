import { fail } from '@podium/contract/rules/errors.ts'
import type { Database } from '@podium/database/connect.ts'
import type { ObjectStore, OpenedObject } from '@podium/storage/object-store.ts'
import { refuseGone } from '../objects/gone-files.ts'
import { modelPath } from '../runs/start/model.ts'
import { attemptPrefix } from '../solutions/object-paths.ts'
import { findModel, type KnownModel } from './reads.ts'

export interface ModelStores {
  database: Database
  objects: ObjectStore
}

/** The prefix of the files from which the model's archive was made. */
export function filesPrefix(model: Pick<KnownModel, 'id' | 'stream_id' | 'attempt'>): string {
  return `${attemptPrefix(model)}artifacts/model/`
}

/** The archive's size and the files in it, with their paths in the archive. */
export async function filesOf(objects: ObjectStore, model: KnownModel) {
  const archive = await objects.stat(model.bucket, modelPath(model))
  const prefix = filesPrefix(model)
  const files: { path: string; size: number }[] = []
  for await (const { path, size } of objects.list(model.bucket, prefix))
    files.push({ path: path.slice(prefix.length), size })
  return { bytes: archive?.size ?? 0, has_file: archive !== null, files }
}

/** Opens the model's archive for reading. @throws Failure NOT.FOUND */
export async function openModel(
  { database, objects }: ModelStores,
  id: string,
): Promise<{ model: KnownModel; opened: OpenedObject }> {
  const model = (await findModel(database, id)) ?? fail('NOT.FOUND')
  await refuseGone(database, { id, name: model.run_name ?? '' }, 'artifacts')
  const opened = (await objects.open(model.bucket, modelPath(model))) ?? fail('NOT.FOUND')
  return { model, opened }
}
