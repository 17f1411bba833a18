import { join } from 'node:path'
import { type EnvironmentList, environmentList } from '@podium/contract/calls/environment-packages.ts'
import { readJsonOrNull, writeJson } from '../../attempt/json-file.ts'

const LIST = 'packages.json'
/** Maximum bytes of a list. */
export const MAX_LIST_BYTES = 4 * 2 ** 20

/** Stores the list of a folder's installed packages, beside the record that is written when the folder is closed. */
export async function writeList(root: string, list: EnvironmentList): Promise<void> {
  await writeJson(join(root, LIST), list)
}

/** Returns the list of an environment's folder, or null if it has none. */
export function readList(root: string): Promise<EnvironmentList | null> {
  return readJsonOrNull(join(root, LIST), isList, MAX_LIST_BYTES)
}

function isList(value: unknown): value is EnvironmentList {
  return environmentList.safeParse(value).success
}
