import { noteOverviewVisit, type OverviewCard, readOverview } from '@podium/contract/calls/overview.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sentenceFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { painted } from '../../api/painted.ts'
import { q } from '../../api/query.ts'
import { serverNow } from '../../format/server-clock.ts'
import type { Search } from '../../navigation/target.ts'
import { useAddress } from '../../navigation/use-address.ts'
import { useLiveRuns } from '../../session/use-live-runs.ts'
import { useWorkspace } from '../../session/use-session.ts'

export type Cards = ReplyOf<typeof readOverview>
export type Content<K extends OverviewCard> = NonNullable<NonNullable<Cards[K]>['content']>

export const SPANS = [
  { value: '1', label: '24 h' },
  { value: '7', label: '7 d' },
  { value: '30', label: '30 d' },
] as const
export type Span = (typeof SPANS)[number]['value']

/** The cards that change with the runs, read again at most every `LIVE_MS`. */
const LIVE_CARDS = ['needs', 'runs', 'capacity', 'recent', 'models', 'counts'] as const
const LIVE_MS = 3_000

/** The cards as they are shown, and a function to read one again. */
export interface Home {
  cards: Cards
  /** how many days the card of the runs looks back */
  span: Span
  reading: ReadonlySet<OverviewCard>
  refresh: (name: OverviewCard) => void
}

const { timeZone: time_zone } = new Intl.DateTimeFormat().resolvedOptions()

/** Returns the query for the overview of an address; it asks for all cards in one call. */
export function askedBy(workspace_id: string, search: Search) {
  return { workspace_id, days: Number(spanOf(search)), time_zone }
}

function spanOf({ days }: Search): Span {
  return SPANS.find(({ value }) => value === days)?.value ?? '7'
}

export function useHome() {
  const { id: workspace } = useWorkspace()
  const { search } = useAddress()
  const queries = useQueryClient()
  const [reading, setReading] = useState<ReadonlySet<OverviewCard>>(new Set())
  const period = askedBy(workspace, search)
  const options = q(readOverview, { query: period })
  const query = useQuery({ ...options, placeholderData: keepPreviousData })

  /** Reads some cards again. A failure is shown on the cards, unless the read was in the background. */
  async function read(names: readonly OverviewCard[], { background = false } = {}) {
    setReading((before) => new Set([...before, ...names]))
    // A refresh belongs to the same visit, so it keeps the time of the last one.
    const since = query.data?.needs?.content?.since ?? undefined
    const args = { query: { ...period, since, cards: names.join(',') }, background }
    const fresh = await call(readOverview, args).catch((error: unknown) =>
      background ? {} : unread(names, sentenceFor(error)),
    )
    queries.setQueryData(options.queryKey, (before) => before && { ...before, ...fresh })
    setReading((before) => new Set([...before].filter((name) => !names.includes(name))))
  }

  useVisit(workspace, query.data?.needs?.at)

  const followRuns = useAtMostEvery(LIVE_MS, query.dataUpdatedAt, () => {
    void read(LIVE_CARDS, { background: true })
  })
  const { connected } = useLiveRuns({ onChange: followRuns, onGap: followRuns })
  const refresh = (name: OverviewCard) => void read([name])
  const home: Home | undefined = query.data && {
    cards: query.data,
    span: spanOf(search),
    reading,
    refresh,
  }
  return { query, connected, home }
}

/** Returns when the most recently read card was read. */
export function newestReading(cards: Cards): string {
  return Object.values(cards).reduce((newest, { at }) => (at > newest ? at : newest), '')
}

function unread(names: readonly OverviewCard[], problem: string): Cards {
  const at = new Date(serverNow()).toISOString()
  return Object.fromEntries(names.map((name) => [name, { at, problem, content: null }]))
}

/**
 * Returns a function that calls `work` at most once every `least` milliseconds, merging the requests in between.
 * @param last when it was last done
 */
function useAtMostEvery(least: number, last: number, work: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const newest = useRef(work)
  useEffect(() => {
    newest.current = work
  })
  const readAt = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock that measures it cannot be set
  useEffect(() => {
    readAt.current = performance.now()
  }, [last])
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    if (timer.current !== undefined) return
    timer.current = setTimeout(
      () => {
        timer.current = undefined
        newest.current()
      },
      Math.max(0, readAt.current + least - performance.now()),
    )
  }
}

const NOTED_INTERVAL_MS = 60_000

/**
 * Tells the server that the person sees the overview, after each read but at most once a minute.
 * @param read when the needs were last read
 */
function useVisit(workspace_id: string, read: string | undefined): void {
  const noted = useRef({ workspace_id: '', at: 0 })
  useEffect(() => {
    if (read === undefined || document.visibilityState !== 'visible') return
    const { workspace_id: before, at } = noted.current
    if (before === workspace_id && performance.now() - at < NOTED_INTERVAL_MS) return
    let isLeft = false
    void painted().then(() => {
      if (isLeft) return
      noted.current = { workspace_id, at: performance.now() }
      // Ignored: a visit that is not recorded only shows the same failures once more.
      call(noteOverviewVisit, { query: { workspace_id }, background: true }).catch(() => undefined)
    })
    return () => {
      isLeft = true
    }
  }, [workspace_id, read])
}
