import type { ShownState } from '@podium/contract/rules/run-state.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatNumber } from '../../format/number.ts'
import { paths } from '../../navigation/paths.ts'
import { useAddress } from '../../navigation/use-address.ts'
import text from '../../theme/text.module.css'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SegmentedControl } from '../../ui/form/radio-group.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { Column } from '../../ui/table/table-rows.tsx'
import { HomeCard } from './home-card.tsx'
import styles from './overview.module.css'
import { type Part, partName, partsOf, SHOWN } from './parts.ts'
import { StateBars } from './state-bars.tsx'
import { type Home, SPANS, type Span } from './use-home.ts'

/** The states that the list of runs is filtered by. */
const STATES_OF: Record<ShownState, string> = {
  succeeded: 'succeeded',
  failed: 'failed',
  stopped: 'stopped',
  training: 'running',
  queued: 'queued,starting',
}
const VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const
type View = (typeof VIEWS)[number]['value']

/** Shows how many runs were started in each hour or day, by their state now. */
export function RunsCard({ home }: { home: Home }) {
  const { change } = useAddress()
  const [view, setView] = useState<View>('chart')
  return (
    <HomeCard
      home={home}
      name="runs"
      title="Runs by state"
      trailing={
        <>
          <SegmentedControl<Span>
            label="Span"
            segments={SPANS}
            value={home.span}
            onChange={(days) => change({ days: days === '7' ? undefined : days }, { replace: true })}
            small
          />
          <SegmentedControl<View> label="View" segments={VIEWS} value={view} onChange={setView} small />
        </>
      }
      footer={(content) => <Legend parts={partsOf(content)} />}
    >
      {(content) => {
        const parts = partsOf(content)
        if (view === 'table') return <PartTable parts={parts} days={content.days} />
        if (parts.every(({ total }) => total === 0))
          return <EmptyState title="No runs in this time">Bars appear here as runs start.</EmptyState>
        return <StateBars parts={parts} days={content.days} />
      }}
    </HomeCard>
  )
}

function Legend({ parts }: { parts: readonly Part[] }) {
  const from = parts[0]?.from
  return (
    <ul className={styles.legend}>
      {SHOWN.map((state) => (
        <li key={state} className={styles[state]}>
          <Link
            {...paths.models({ view: 'runs', state: STATES_OF[state], from })}
            className={styles.quietLink}
          >
            {state} <b>{formatNumber(parts.reduce((sum, { counts }) => sum + counts[state], 0))}</b>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function PartTable({ parts, days }: { parts: readonly Part[]; days: number }) {
  const columns: readonly Column<Part>[] = [
    {
      id: 'from',
      header: days === 1 ? 'From' : 'Day',
      cell: ({ from, target, total }) =>
        total > 0 ? <Link {...target}>{partName(from, days)}</Link> : partName(from, days),
    },
    ...SHOWN.map((state) => ({
      id: state,
      header: state,
      numeric: true,
      cell: ({ counts }: Part) => (
        <span className={counts[state] === 0 ? text.muted : undefined}>{formatNumber(counts[state])}</span>
      ),
    })),
  ]
  return (
    <div className={styles.partTable}>
      <DataTable<Part>
        name="Runs by state"
        bare
        columns={columns}
        rows={parts.toReversed()}
        rowId={({ from }) => from}
        rowName={({ from }) => partName(from, days)}
      />
    </div>
  )
}
