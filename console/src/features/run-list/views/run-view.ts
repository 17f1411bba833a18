import type { listRunViews } from '@podium/contract/calls/run-list.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { parseSearch, type Search, stringifySearch } from '../../../navigation/target.ts'

export type RunView = ReplyOf<typeof listRunViews>['views'][number]

/** Address parameters that a view does not save: the position in the list and the workspace. */
const PASSING = ['ws', 'page', 'cursor', 'open']

/** Returns the address of a list as a view saves it, equal for lists that show the same. */
export function viewAddress(search: Search): string {
  const parts = Object.entries({ view: 'runs', ...search }).filter(([name]) => !PASSING.includes(name))
  return stringifySearch(Object.fromEntries(parts.sort())).slice(1)
}

/** True if a saved address shows the same as an address of the list. */
export function isSameView(saved: string, search: Search): boolean {
  return viewAddress(parseSearch(saved)) === viewAddress(search)
}

/** Returns a sentence with the owner of a view and who can see it. */
export function seenBy({ own, shared, created_by }: RunView): string {
  if (!own) return `Shared by ${created_by}`
  return shared ? 'Yours, shared with the workspace' : 'Only you see it'
}
