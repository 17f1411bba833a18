import { type RunState, shownState } from '@podium/contract/run-state.ts'
import { listRuns, type Run } from '@podium/contract/runs.ts'
import type { Stream } from '@podium/contract/streams.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, Pencil, RotateCcw, Square, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { sentenceFor } from '../../../api/api-error.ts'
import { q } from '../../../api/query.ts'
import { NOTHING } from '../../../format/nothing.ts'
import { countOf } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import text from '../../../theme/text.module.css'
import { TextButton } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { useSnackbar } from '../../../ui/feedback/snackbar.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import table from '../../../ui/table/table.module.css'
import { Moment } from '../../../ui/text/moment.tsx'
import { useRunActions } from '../actions/use-run-actions.ts'
import { RunChip, RunDuration } from '../components/run-cells.tsx'
import { RunLink } from '../components/run-link.tsx'
import { tierName } from '../components/tier-name.ts'
import styles from './model-tree.module.css'

interface StreamRunsProps {
  stream: Stream
  /** the only state whose runs are shown */
  state: RunState | undefined
}

const FIRST = 5
const MORE = 20

/** The newest runs of an open stream; earlier ones are read by a press. */
export function StreamRuns({ stream, state }: StreamRunsProps) {
  const { id: workspace_id } = useWorkspace()
  const [shown, setShown] = useState(FIRST)
  const { data, error, refetch } = useQuery({
    ...q(listRuns, { query: { workspace_id, stream_id: stream.id, state, page_size: shown } }),
    placeholderData: keepPreviousData,
  })
  if (!data)
    return (
      <WholeRow>
        {error ? (
          <span role="alert">
            {sentenceFor(error)} <TextButton onClick={() => void refetch()}>Retry</TextButton>
          </span>
        ) : (
          <SkeletonRows label={`Loading runs of ${stream.name}`} rows={Math.min(FIRST, stream.run_count)} />
        )}
      </WholeRow>
    )
  const earlier = data.total - data.stream_histories.length
  return (
    <>
      {data.stream_histories.map((run) => (
        <RunRow key={run.id} run={run} />
      ))}
      {data.total === 0 && (
        <WholeRow>
          <span className={classNames(text.small, text.muted)}>{noRuns(state)}</span>
        </WholeRow>
      )}
      {earlier > 0 && (
        <WholeRow>
          <TextButton onClick={() => setShown(shown + MORE)}>
            {countOf(earlier, 'earlier run', 'earlier runs')}
          </TextButton>
        </WholeRow>
      )}
    </>
  )
}

function WholeRow({ children }: { children: ReactNode }) {
  return (
    <tr>
      <td colSpan={8} className={styles.whole}>
        {children}
      </td>
    </tr>
  )
}

function noRuns(state: RunState | undefined): string {
  if (state === undefined) return 'This stream has no runs yet.'
  return `This stream has no run that is ${shownState(state)}.`
}

/** A run with what can be done with it; what cannot be done now is in the menu with the reason. */
function RunRow({ run }: { run: Run }) {
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const { say } = useSnackbar()
  const { stop, retry, remove, disabledReasonsOf } = useRunActions(({ id, name }) =>
    say(`${name} was started.`, {
      action: { label: 'Open', onPress: () => void navigate(paths.run(id, { ws })) },
    }),
  )
  const reasons = disabledReasonsOf(run)
  return (
    <tr className={table.leaf}>
      <td>
        <span className={classNames(text.cut, text.strong, styles.runName)}>
          <RunLink run={run} />
          {run.pipeline === 'inference' && (
            <span className={classNames(text.small, text.muted)}>inference</span>
          )}
        </span>
      </td>
      <td>{formatVersion(run.model_version)}</td>
      <td>
        <RunChip state={run.state} />
      </td>
      <td className={styles.roomy}>{tierName(run.execution_spec)}</td>
      <td className={styles.roomy}>{run.created_by || NOTHING}</td>
      <td>{run.started_at === null ? NOTHING : <Moment at={run.started_at} />}</td>
      <td className={table.numeric}>
        <RunDuration run={run} />
      </td>
      <td className={classNames(table.menuCell, styles.menuCell)}>
        <Menu
          trigger={<IconButton icon={Ellipsis} label={`More for ${run.name}`} />}
          items={[
            { label: 'Stop', icon: Square, disabledReason: reasons.stop, onSelect: () => stop(run) },
            { label: 'Retry', icon: RotateCcw, disabledReason: reasons.retry, onSelect: () => retry(run) },
            {
              label: 'Change and run',
              icon: Pencil,
              onSelect: () => void navigate(paths.newRun({ from: run.id, ws })),
            },
            'divider',
            {
              label: 'Delete',
              icon: Trash2,
              removes: true,
              disabledReason: reasons.delete,
              onSelect: () => remove(run),
            },
          ]}
        />
      </td>
    </tr>
  )
}
