import { fail } from '@podium/contract/rules/errors.ts'
import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { type Difference, differencesOf } from '@podium/contract/solution-metadata/metadata-difference.ts'
import type { Deps } from '../../deps.ts'
import type { Caller, ScopedObject } from '../../http/call.ts'
import { namedObject, record } from '../audit/audit.ts'
import { shortened } from '../audit/shortened.ts'
import { checkedMetadata, refuseOtherName } from './registration.ts'
import { changeMetadata, lockNewestVersion, type NewestVersion } from './repository.ts'

/**
 * Changes the newest version's metadata in place while nothing uses that version.
 * @param sent the metadata as the client sent it
 * @param revision the revision of the solution that the caller saw, or null if they named none
 * @returns false if the solution has changed since that revision
 * @throws Failure SOLUTION.METADATA, SOLUTION.NAME.DIFFERS, SOLUTION.VERSION.USED
 */
export async function editSolution(
  { database }: Deps,
  { id, name, workspace_id }: ScopedObject,
  caller: Caller,
  sent: unknown,
  revision: number | null,
): Promise<boolean> {
  const metadata = checkedMetadata(sent)
  refuseOtherName(name, metadata)
  return database.transaction(async (tx) => {
    const newest = (await lockNewestVersion(tx, id)) ?? fail('NOT.FOUND')
    if (revision !== null && revision !== newest.revision) return false
    if (JSON.stringify(newest.metadata) === JSON.stringify(metadata)) return true
    if (newest.in_use) fail('SOLUTION.VERSION.USED', { version: newest.version_num })
    await changeMetadata(tx, newest, metadata)
    const version = { id: newest.id, name: `${name} v${newest.version_num}`, workspace_id }
    const event = { action: 'version.edit', ...namedObject('version', version) }
    await record(tx, caller, { ...event, ...changesOf(newest, metadata) })
    return true
  })
}

const MOST_CHANGES = 20
const LONGEST_VALUE = 200

/** Lists changes by path, only the first ones, and long values by their beginning, because documents may be large. */
function changesOf(newest: NewestVersion, metadata: Metadata) {
  const differences = differencesOf(newest.metadata, metadata)
  const shown = differences.slice(0, MOST_CHANGES)
  const more = differences.length - shown.length
  return {
    before: sideOf(shown, 'before'),
    after: { ...sideOf(shown, 'after'), ...(more > 0 && { '…': `and ${more} more changes` }) },
  }
}

function sideOf(differences: Difference[], side: 'before' | 'after'): Record<string, unknown> {
  return Object.fromEntries(
    differences
      .filter((difference) => side in difference)
      .map((difference) => [difference.path, shortened(difference[side], LONGEST_VALUE)]),
  )
}
