import type { listRunNames, listRuns, RunFilters } from '@podium/contract/calls/run-list.ts'
import { directionOf } from '@podium/contract/rules/figure-direction.ts'
import { withLocalDays } from '@podium/contract/rules/local-days.ts'
import { listOfNames } from '@podium/contract/rules/name-list.ts'
import type { ArgumentsOf, ReplyOf } from '@podium/contract/wire/call.ts'
import type { Search } from '../../../navigation/target.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import { PAGE_SIZES } from '../../../ui/table/pagination.tsx'

/** The filters whose value in the address is several conditions, each of which a run must meet. */
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

/** Of the figures so many are shown before any are chosen: those that most runs have. */
const FIGURES_AT_FIRST = 2
const DEFAULT_SORT = '-created_at'
/** As many pages back as the address keeps; farther back leads the first page. */
const MOST_BACK = 20

/** Several texts as one: none of them can end another. */
export function joined(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll('%', '%25').replaceAll(';', '%3B')).join(';')
}

export function parted(text: string | undefined): string[] {
  if (!text) return []
  return text.split(';').map((part) => part.replaceAll('%3B', ';').replaceAll('%25', '%'))
}

/** The filters that an address names, as the calls take them. */
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

/** What the call for the rows of an address is asked with. */
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

/** The columns of an address, else those that are shown at first. */
export function columnsOf({ columns }: Search, names: RunNames | undefined): readonly string[] {
  if (columns) return parted(columns)
  const figures = (names?.figures ?? []).slice(0, FIGURES_AT_FIRST)
  return ['state', 'reason', ...figures.map(({ name }) => `figure:${name}`), 'created_at', 'duration']
}

/** The names of the columns of a kind: 'accuracy' of 'figure:accuracy'. */
export function namesOf(columns: readonly string[], kind: 'figure:' | 'parameter:'): string[] {
  return columns.filter((id) => id.startsWith(kind)).map((id) => id.slice(kind.length))
}

/** Those of the pages on the way from the first to this one. */
function cursorsOf({ cursor }: Search): string[] {
  return cursor ? cursor.split('.') : []
}

/** What a list of runs has in its address. Every change but that of the page leads to the first page. */
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
    next: (cursor: string) => change({ cursor: [...cursors, cursor].slice(-MOST_BACK).join('.') }),
    previous: () => change({ cursor: cursors.slice(0, -1).join('.') || undefined }),
    /** Columns stay on the page that is shown. */
    setColumns: (ids: readonly string[] | undefined) => change({ columns: ids && joined(ids) }),
    clear: () => set(Object.fromEntries(FILTERS.map((name) => [name, undefined]))),
  }
}
