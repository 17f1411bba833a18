import { type Found, type SearchKind, search } from '@podium/contract/calls/search.ts'
import { shownState } from '@podium/contract/rules/run-state.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { sentenceFor } from '../api/api-error.ts'
import { q } from '../api/query.ts'
import { useAccount, useSessionState, useWorkspace } from '../session/use-session.ts'
import type { Command, CommandGroup } from './command.ts'
import { isFor, viewerOf } from './guard.ts'
import { OBJECT_KINDS } from './object-kinds.ts'
import { noteObject, type RecentObject, recentObjects } from './recent-objects.ts'

/** Finds objects of all kinds by name, in the current workspace and the person's others. */
export function useFound(text: string) {
  const { id: ws } = useWorkspace()
  const words = useDeferredValue(text.trim())
  const query = useQuery({
    ...q(search, { query: { workspace_id: ws, q: words } }),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
  const mayOpen = useMayOpen()
  const note = useNote()
  const groups: CommandGroup[] = (query.data?.groups ?? [])
    .filter(({ kind }) => mayOpen(kind))
    .map(({ kind, found, more }) => ({
      title: OBJECT_KINDS[kind].title,
      more,
      commands: found.map((one) => commandOf(kind, one, ws, note)),
    }))
  return {
    groups,
    isSearching: text.trim() !== '' && (query.isPending || query.isPlaceholderData || words !== text.trim()),
    failure: query.isError && words !== '' ? sentenceFor(query.error) : undefined,
    retry: () => void query.refetch(),
  }
}

function commandOf(kind: SearchKind, found: Found, ws: string, note: (one: RecentObject) => void): Command {
  const { id, name, detail, state, workspace_id, workspace_name } = found
  const { icon, to } = OBJECT_KINDS[kind]
  const isElsewhere = kind !== 'workspace' && workspace_id !== ws
  const hints = [state === null ? '' : shownState(state), isElsewhere ? workspace_name : '']
  return {
    key: `${kind} ${id}`,
    label: name,
    icon,
    detail,
    hint: hints.filter((hint) => hint !== '').join(', '),
    to: to(found, workspace_id),
    act: () => note({ kind, id, name }),
  }
}

/** The objects that the person opened last in the workspace. */
export function useRecent(): readonly Command[] {
  const { accountId } = useAccount()
  const { id: ws } = useWorkspace()
  const mayOpen = useMayOpen()
  return recentObjects(accountId, ws)
    .filter(({ kind }) => mayOpen(kind))
    .map(({ kind, id, name }) => ({
      key: `recent ${kind} ${id}`,
      label: name,
      icon: OBJECT_KINDS[kind].icon,
      hint: OBJECT_KINDS[kind].singular,
      to: OBJECT_KINDS[kind].to({ id, name, address: '' }, ws),
    }))
}

/** Pages of accounts are for administrators. */
function useMayOpen(): (kind: SearchKind) => boolean {
  const visitor = viewerOf(useSessionState())
  return (kind) => kind !== 'account' || isFor('administration-screen.open', visitor)
}

/** Their pages are named after their task, so the visit is recorded here. */
const UNNAMED: readonly SearchKind[] = ['workspace', 'account']

function useNote(): (one: RecentObject) => void {
  const { accountId } = useAccount()
  const { id: ws } = useWorkspace()
  return (one) => {
    if (UNNAMED.includes(one.kind)) noteObject(accountId, ws, one)
  }
}
