import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { NOTHING } from '../../format/nothing.ts'
import { countOf, formatFigure, formatNumber } from '../../format/number.ts'
import { paths } from '../../navigation/paths.ts'
import { useWorkspace } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SegmentedControl } from '../../ui/form/radio-group.tsx'
import { Moment } from '../../ui/text/moment.tsx'
import { AliasChip } from '../models/components/alias-chips.tsx'
import { shownFigures } from '../models/components/model-columns.tsx'
import { RunTable } from '../runs/components/run-table.tsx'
import { VersionRows } from '../solutions/components/version-rows.tsx'
import { HomeCard } from './home-card.tsx'
import styles from './overview.module.css'
import type { Content, Home } from './use-home.ts'

const MOST_VERSIONS = 3
const WHOSE = [
  { value: 'own', label: 'Mine' },
  { value: 'all', label: 'Everyone' },
] as const
type Whose = (typeof WHOSE)[number]['value']

/** The newest runs: those of the person first, where there are any. */
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

export function NewestModelsCard({ home }: { home: Home }) {
  return (
    <HomeCard home={home} name="models" title="Newest models" trailing={<ModelsLink home={home} />}>
      {({ models }) =>
        models.length === 0 ? (
          <EmptyState title="No models yet">A training run that succeeds produces one.</EmptyState>
        ) : (
          <ModelRows models={models} />
        )
      }
    </HomeCard>
  )
}

function ModelsLink({ home }: { home: Home }) {
  const { total = 0, models = [] } = home.cards.models?.content ?? {}
  if (total <= models.length) return null
  return <Link {...paths.modelList()}>All {formatNumber(total)}</Link>
}

function ModelRows({ models }: Pick<Content<'models'>, 'models'>) {
  const { id: ws } = useWorkspace()
  return (
    <ul>
      {models.map((model) => {
        const { id, name, aliases, metrics, created_by, created_at } = model
        const figure = shownFigures([model])[0]
        return (
          <li key={id} className={styles.model}>
            <div className={text.cut}>
              <span className={layout.row}>
                <Link
                  {...paths.model(id, { ws })}
                  className={classNames(text.strong, text.cut, styles.quietLink)}
                >
                  {name}
                </Link>
                {aliases[0] && <AliasChip name={aliases[0].name} />}
              </span>
              <span className={text.sub}>
                {created_by || NOTHING}, <Moment at={created_at} />
              </span>
            </div>
            {figure !== undefined && (
              <div className={text.number}>
                {formatFigure(metrics[figure] ?? Number.NaN)}
                <span className={text.sub}>{figure}</span>
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

export function NewestVersionsCard({ home }: { home: Home }) {
  const { id: ws } = useWorkspace()
  return (
    <HomeCard home={home} name="versions" title="Newest solution versions">
      {({ versions }) =>
        versions.length === 0 ? (
          <EmptyState title="No solutions yet">Registered versions appear here.</EmptyState>
        ) : (
          <VersionRows
            rows={versions
              .slice(0, MOST_VERSIONS)
              .map(({ solution_id, solution_name, version_num, created_at, created_by }) => ({
                id: `${solution_id} ${version_num}`,
                version: version_num,
                title: solution_name,
                sub: (
                  <>
                    {created_by || NOTHING}, <Moment at={created_at} />
                  </>
                ),
                to: paths.solution(solution_id, { ws, version: String(version_num) }),
              }))}
          />
        )
      }
    </HomeCard>
  )
}
