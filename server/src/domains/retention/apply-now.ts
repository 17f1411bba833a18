import type { applyRetention } from '@podium/contract/calls/retention.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Database } from '@podium/database/connect.ts'
import type { Call, Caller, ScopedObject } from '../../http/call.ts'
import { applyRules, instantOf, type Moved } from './apply-rules.ts'
import { readRetention } from './reads.ts'

/**
 * Applies the rules of a workspace at a person's request.
 * @throws Failure EDIT.STALE if the rules are not of the named revision, or change meanwhile
 */
export async function applyNow(
  database: Database,
  caller: Caller,
  workspace: ScopedObject,
  { as_of: named, revision }: Call<typeof applyRetention>['body'],
): Promise<Moved> {
  const rules = await readRetention(database, workspace.id)
  if (revision !== undefined && revision !== rules.revision) fail('EDIT.STALE', {}, { current: rules })
  const as_of = await instantOf(database, workspace.id, named)
  const moved = await applyRules(database, caller, workspace, { ...rules, workspace_id: workspace.id }, as_of)
  return moved ?? fail('EDIT.STALE', {}, { current: await readRetention(database, workspace.id) })
}
