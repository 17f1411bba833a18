import { join } from 'node:path'
import { type EnvironmentList, environmentList } from '@podium/contract/calls/environment-packages.ts'
import { readJson, UNREADABLE, writeJson } from '../../attempt/json-file.ts'

const LIST = 'packages.json'
/** Bytes that a list may have. */
export const LONGEST_LIST = 4 * 2 ** 20

/** Keeps the list of what was installed into a folder, beside the record that is written when the folder is closed. */
export async function writeList(root: string, list: EnvironmentList): Promise<void> {
  await writeJson(join(root, LIST), list)
}

/** The list of the folder of an environment; null where it has none. */
export async function readList(root: string): Promise<EnvironmentList | null> {
  const list = await readJson(join(root, LIST), isList, LONGEST_LIST)
  return list === UNREADABLE ? null : list
}

function isList(value: unknown): value is EnvironmentList {
  return environmentList.safeParse(value).success
}
