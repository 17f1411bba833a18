import type { Solution } from '@podium/contract/calls/solutions.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { type Difference, differencesOf } from '@podium/contract/solution-metadata/metadata-difference.ts'
import type { Deps } from '../../deps.ts'
import type { Caller, ScopedObject, Sent } from '../../http/call.ts'
import { namedObject } from '../audit/audit.ts'
import { shortened } from '../audit/shortened.ts'
import { editRecord } from '../edit-record.ts'
import { checkedMetadata, refuseOtherName } from './registration.ts'
import { changeMetadata, lockNewestVersion, type NewestVersion } from './repository.ts'

/**
 * Changes the newest version's metadata in place while nothing uses that version.
 * @param sent the metadata as the client sent it
 * @param revision the revision of the solution that the caller saw, or null if they named none
 * @param read the solution as the caller is answered
 * @throws Failure SOLUTION.METADATA, SOLUTION.NAME.DIFFERS, SOLUTION.VERSION.USED, EDIT.STALE
 */
export function editSolution(
  { database }: Deps,
  { id, name, workspace_id }: ScopedObject,
  caller: Caller,
  sent: unknown,
  revision: number | null,
  read: () => Promise<Sent<Solution>>,
): Promise<Sent<Solution>> {
  const metadata = checkedMetadata(sent)
  refuseOtherName(name, metadata)
  return editRecord<NewestVersion, { text: string }, Sent<Solution>>(
    database,
    {
      actor: caller,
      revision,
      lock: (tx) => lockNewestVersion(tx, id),
      // compared as text, because an edit of the order alone is one too
      compare: (newest) => ({
        before: { text: JSON.stringify(newest.metadata) },
        after: { text: JSON.stringify(metadata) },
      }),
      async write(tx, _changes, newest) {
        if (newest.in_use) fail('SOLUTION.VERSION.USED', { version: newest.version_num })
        await changeMetadata(tx, newest, metadata)
      },
      event({ id, version_num }) {
        const version = { id, name: `${name} v${version_num}`, workspace_id }
        return { action: 'version.edit', ...namedObject('version', version) }
      },
      audited: ({ text }) => changesOf(JSON.parse(text ?? '{}'), metadata),
    },
    read,
  )
}

const MAX_CHANGES = 20
const LONGEST_VALUE = 200

/** Lists changes by path, only the first ones, and long values by their beginning, because documents may be large. */
function changesOf(before: Record<string, unknown>, after: Metadata) {
  const differences = differencesOf(before, after)
  const shown = differences.slice(0, MAX_CHANGES)
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
