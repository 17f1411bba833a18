import type { listRunNames, listRuns, RunFilters } from '@podium/contract/calls/run-list.ts'
import { directionOf } from '@podium/contract/rules/figure-direction.ts'
import { withLocalDays } from '@podium/contract/rules/local-days.ts'
import { listOfNames } from '@podium/contract/rules/name-list.ts'
import type { ArgumentsOf, ReplyOf } from '@podium/contract/wire/call.ts'
import type { Search } from '../../navigation/target.ts'
import { useAddress } from '../../navigation/use-address.ts'
import { PAGE_SIZES } from '../../ui/table/pagination.tsx'

/** Filters with several conditions in the address; a run must meet all of them. */
const SEVERAL = ['tag', 'figure', 'parameter'] as const
const SINGLE = [
  'q',
  'stream_id',
  'instance_id',
  'solution_id',
  'state',
  'solution',
  'stream',
  'person',
  'tier',
  'from',
  'to',
  'ended_from',
  'failure',
] as const
export const FILTERS = [...SINGLE, ...SEVERAL, 'pipeline', 'version', 'star'] as const
export type FilterName = (typeof FILTERS)[number]

export type RunNames = ReplyOf<typeof listRunNames>

/** The number of figures that are columns by default: the ones that most runs have. */
const FIGURES_AT_FIRST = 2
const DEFAULT_SORT = '-created_at'
/** How many previous pages the address keeps. Before them comes the first page. */
const MAX_BACK = 20

/** Joins texts by ';', which is escaped within them. */
export function joined(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll('%', '%25').replaceAll(';', '%3B')).join(';')
}

export function parted(text: string | undefined): string[] {
  if (!text) return []
  return text.split(';').map((part) => part.replaceAll('%3B', ';').replaceAll('%25', '%'))
}

/** Returns the filters of an address in the form that the calls take. */
export function filtersOf(search: Search): RunFilters {
  const { pipeline, version, star } = search
  return {
    ...withLocalDays(
      Object.fromEntries(SINGLE.flatMap((name) => (search[name] ? [[name, search[name]]] : []))),
    ),
    ...Object.fromEntries(SEVERAL.flatMap((name) => (search[name] ? [[name, parted(search[name])]] : []))),
    ...((pipeline === 'train' || pipeline === 'inference') && { pipeline }),
    ...(/^\d{1,9}$/.test(version ?? '') && { version: Number(version) }),
    ...(star === 'true' && { star }),
  }
}

/** Returns the query for the rows of an address. */
export function queryOf(
  search: Search,
  workspace_id: string,
  columns: readonly string[],
): NonNullable<ArgumentsOf<typeof listRuns>['query']> {
  const size = Number(search.page_size)
  const cursor = cursorsOf(search).at(-1)
  return {
    workspace_id,
    ...filtersOf(search),
    sort: search.sort ?? DEFAULT_SORT,
    page_size: PAGE_SIZES.find((known) => known === size) ?? PAGE_SIZES[0],
    ...(cursor && { cursor }),
    figures: listOfNames(namesOf(columns, 'figure:')),
    parameters: listOfNames(namesOf(columns, 'parameter:')),
  }
}

/** Returns the columns of an address, else the default ones. */
export function columnsOf({ columns }: Search, names: RunNames | undefined): readonly string[] {
  if (columns) return parted(columns)
  const figures = (names?.figures ?? []).slice(0, FIGURES_AT_FIRST)
  return ['state', 'reason', ...figures.map(({ name }) => `figure:${name}`), 'created_at', 'duration']
}

/** Returns the names of the columns of a kind: 'accuracy' for 'figure:accuracy'. */
export function namesOf(columns: readonly string[], kind: 'figure:' | 'parameter:'): string[] {
  return columns.filter((id) => id.startsWith(kind)).map((id) => id.slice(kind.length))
}

/** Returns the cursors of the pages from the second to this one. */
function cursorsOf({ cursor }: Search): string[] {
  return cursor ? cursor.split('.') : []
}

/** Reads and changes the list's part of the address. Changes other than page and columns lead to the first page. */
export function useRunAddress() {
  const { search, change } = useAddress()
  const cursors = cursorsOf(search)
  const sort = search.sort ?? DEFAULT_SORT
  const set = (part: Search, options?: { replace: boolean }) =>
    change({ cursor: undefined, page: undefined, ...part }, options)
  return {
    search,
    set,
    isFirst: cursors.length === 0,
    isFiltered: Object.keys(filtersOf(search)).length > 0,
    sort: { id: sort.replace(/^-/, ''), desc: sort.startsWith('-') },
    setSort({ id, desc }: { id: string; desc: boolean }) {
      const isFirstTime = sort.replace(/^-/, '') !== id
      const bestFirst = id.startsWith('figure:') && directionOf(id.slice('figure:'.length)) === 'up'
      set({ sort: (isFirstTime ? bestFirst : desc) ? `-${id}` : id })
    },
    next: (cursor: string) => change({ cursor: [...cursors, cursor].slice(-MAX_BACK).join('.') }),
    previous: () => change({ cursor: cursors.slice(0, -1).join('.') || undefined }),
    setColumns: (ids: readonly string[] | undefined) => change({ columns: ids && joined(ids) }),
    clear: () => set(Object.fromEntries(FILTERS.map((name) => [name, undefined]))),
  }
}
