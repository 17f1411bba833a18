import { dirname } from 'node:path'
import { type Host, placeOf } from './host.ts'
import { passableFolder } from './identity.ts'

/** The folder of a workspace's runs, which the runs of no other workspace can pass. Idempotent. */
export async function prepareWorkspace(
  host: Host,
  { id, number }: { id: string; number: number },
): Promise<void> {
  const { directory } = placeOf(host, { workspace: id, run: 'any', attempt: 1 })
  await passableFolder(dirname(dirname(directory.root)), host.uidOf(number))
}
