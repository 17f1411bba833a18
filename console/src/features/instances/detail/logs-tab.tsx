import type { Instance } from '@podium/contract/calls/instances.ts'
import { shownState } from '@podium/contract/rules/run-state.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { paths } from '../../../navigation/paths.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import layout from '../../../theme/layout.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { LogsOfRun } from '../../logs/components/logs-of-run.tsx'
import styles from './detail.module.css'
import { latestRuns } from './instance-queries.ts'

/** Both logs of the latest run, or of the run that the address names. */
export function LogsTab({ instance: { id, workspace_id: ws } }: { instance: Instance }) {
  const { search, change } = useAddress()
  const query = useQuery(latestRuns(id))
  const runs = query.data?.stream_histories ?? []
  const run = runs.find((one) => one.id === search.run) ?? runs[0]
  if (!run)
    return (
      <Card flush>
        {queryPlaceholder(query, 'the runs') ?? (
          <EmptyState title="No run yet">The logs of the latest run appear here.</EmptyState>
        )}
      </Card>
    )
  return (
    <div className={layout.stackClose}>
      <div className={classNames(layout.wrap, styles.bar)}>
        <Select
          small
          aria-label="Run"
          className={styles.run}
          value={run.id}
          options={runs.map((one, at) => ({
            value: one.id,
            label: `${one.name}, ${shownState(one.state)}${at === 0 ? ', the latest' : ''}`,
          }))}
          onChange={({ currentTarget: { value } }) =>
            change({ run: value === runs[0]?.id ? undefined : value }, { replace: true })
          }
        />
        <Link {...paths.run(run.id, { ws })} className={styles.link}>
          Open {run.name}
        </Link>
      </div>
      <LogsOfRun key={run.id} id={run.id} />
    </div>
  )
}
