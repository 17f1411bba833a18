import { listRuns } from '@podium/contract/calls/run-list.ts'
import { retryRuns } from '@podium/contract/calls/run-selection.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { q } from '../../api/query.ts'
import { countOf, formatNumber } from '../../format/number.ts'
import { paths } from '../../navigation/paths.ts'
import { useChange } from '../../record/use-change.ts'
import { useDisabledReason } from '../../session/use-caller.ts'
import text from '../../theme/text.module.css'
import { Button } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Card } from '../../ui/layout/card.tsx'
import { ListTime } from '../../ui/text/moment.tsx'
import { RunLink } from '../runs/components/run-link.tsx'
import { COUNTING, useRunCount } from '../runs/components/use-run-count.ts'
import styles from './run-page.module.css'

const SHOWN = 5

/** Lists the other runs that failed in the same way, and retries all of them at once. */
export function AlikeCard({ run: { id, workspace_id, failure } }: { run: RunInfo }) {
  const failureKey = failure?.key ?? ''
  const alike = failure?.alike ?? 0
  const chosen = { filter: { failure: failureKey } }
  const counts = useRunCount(workspace_id, alike > 1 ? chosen : null, alike)
  const { data } = useQuery({
    ...q(listRuns, { query: { workspace_id, failure: failureKey, page_size: SHOWN + 1 } }),
    enabled: alike > 1,
  })
  const disabledReason = useDisabledReason('run.start') ?? (counts ? undefined : COUNTING)
  const all = formatNumber(counts?.retry ?? alike)
  const { change: retryAll, isBusy } = useChange<void, ReplyOf<typeof retryRuns>>({
    confirm: () => ({
      mode: 'add',
      prompt: `Retry all ${all} runs?`,
      detail: 'Each is started again on its own stream with its data, tier and parameters.',
      yes: `Retry ${all}`,
    }),
    change: (_, send) =>
      send(retryRuns, { query: { workspace_id }, body: { ...chosen, before: counts?.before } }),
    failed: 'The runs could not be started again.',
    tell: ({ done, failed, failed_count }) =>
      failed_count === 0
        ? { snackbar: `${countOf(done, 'run')} started again.` }
        : {
            alert: 'error',
            text: `${countOf(done, 'run')} started again, ${formatNumber(failed_count)} not.`,
            detail: failed[0]?.detail,
          },
  })
  if (alike < 2) return null
  const others = data?.stream_histories.filter((other) => other.id !== id).slice(0, SHOWN) ?? []
  return (
    <Card
      title="Failed the same way"
      note={countOf(alike - 1, 'more run', 'more runs')}
      trailing={
        <Button
          small
          icon={RotateCcw}
          busy={isBusy}
          disabledReason={disabledReason}
          onClick={() => retryAll()}
        >
          Retry all {all}
        </Button>
      }
      flush
    >
      <ul className={classNames(text.small, styles.alike)}>
        {others.map((other) => (
          <li key={other.id}>
            <RunLink run={other} />
            <span className={classNames(text.muted, text.cut)}>{other.created_by}</span>
            <span className={text.note}>
              <ListTime at={other.created_at} />
            </span>
          </li>
        ))}
        {alike - 1 > others.length && data && (
          <li>
            <Link {...paths.models({ ws: workspace_id, view: 'runs', failure: failureKey })}>
              All {all} runs
            </Link>
          </li>
        )}
      </ul>
    </Card>
  )
}
