import type { listRunViews } from '@podium/contract/calls/run-list.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { parseSearch, type Search, stringifySearch } from '../../../../navigation/target.ts'

/** A saved view of the runs. */
export type RunView = ReplyOf<typeof listRunViews>['views'][number]

/** What of an address no view keeps: where a person is in the list, and in which workspace. */
const PASSING = ['ws', 'page', 'cursor', 'open']

/** The address of a list as a view keeps it: the same for lists that show the same. */
export function viewAddress(search: Search): string {
  const kept = Object.entries({ view: 'runs', ...search }).filter(([name]) => !PASSING.includes(name))
  return stringifySearch(Object.fromEntries(kept.sort())).slice(1)
}

/** Whether a saved address shows what an address of the list shows. */
export function isSameView(saved: string, search: Search): boolean {
  return viewAddress(parseSearch(saved)) === viewAddress(search)
}

/** Who sees a view, and whose it is. */
export function seenBy({ own, shared, created_by }: RunView): string {
  if (!own) return `Shared by ${created_by}`
  return shared ? 'Yours, shared with the workspace' : 'Only you see it'
}
