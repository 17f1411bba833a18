import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { countOf } from '../../format/number.ts'
import { paths } from '../../navigation/paths.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SegmentedControl } from '../../ui/form/radio-group.tsx'
import { RunTable } from '../runs/components/run-table.tsx'
import { HomeCard } from './home-card.tsx'
import styles from './overview.module.css'
import type { Home } from './use-home.ts'

const WHOSE = [
  { value: 'own', label: 'Mine' },
  { value: 'all', label: 'Everyone' },
] as const
type Whose = (typeof WHOSE)[number]['value']

/** Lists the newest runs: at first the person's own, if there are any, else all. */
export function RecentRunsCard({ home, total }: { home: Home; total: number | undefined }) {
  const { own = [] } = home.cards.recent?.content ?? {}
  const [chosen, setChosen] = useState<Whose>()
  const whose = chosen ?? (own.length > 0 ? 'own' : 'all')
  const isMore = total !== undefined && total > 0
  return (
    <HomeCard
      home={home}
      name="recent"
      title="Recent runs"
      trailing={
        <>
          {isMore && (
            <Link {...paths.models({ view: 'runs', person: whose === 'own' ? 'me' : undefined })}>
              {whose === 'own' ? 'All my runs' : `All ${countOf(total, 'run')}`}
            </Link>
          )}
          <SegmentedControl<Whose> label="Whose" segments={WHOSE} value={whose} onChange={setChosen} small />
        </>
      }
    >
      {(recent) => (
        <div className={styles.recent}>
          <RunTable
            name="Recent runs"
            bare
            runs={recent[whose]}
            isOwn={whose === 'own'}
            placeholder={
              recent[whose].length === 0 && (
                <EmptyState title={whose === 'own' ? 'You have not started a run' : 'No runs yet'}>
                  Runs appear here as they start.
                </EmptyState>
              )
            }
          />
        </div>
      )}
    </HomeCard>
  )
}
