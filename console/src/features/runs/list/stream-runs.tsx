import { type RunState, shownState } from '@podium/contract/run-state.ts'
import { listRuns, type Run } from '@podium/contract/runs.ts'
import type { Stream } from '@podium/contract/streams.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceFor } from '../../../api/api-error.ts'
import { q } from '../../../api/query.ts'
import { countOf } from '../../../format/number.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { TextButton } from '../../../ui/button/text-button.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import type { MenuItem } from '../../../ui/menu/menu-item.ts'
import styles from './model-list.module.css'
import { RunRow } from './run-row.tsx'

interface StreamRunsProps {
  stream: Stream
  /** the only state whose runs are shown */
  state: RunState | undefined
  menuOf: (run: Run) => readonly MenuItem[]
}

const FIRST = 5
const MORE = 20

/** The newest runs of an open stream; earlier ones are read when somebody asks for them. */
export function StreamRuns({ stream, state, menuOf }: StreamRunsProps) {
  const { id: workspace } = useWorkspace()
  const [shown, setShown] = useState(FIRST)
  const { data, error, refetch } = useQuery({
    ...q(listRuns, { query: { workspace_id: workspace, stream_id: stream.id, state, page_size: shown } }),
    placeholderData: keepPreviousData,
  })
  if (!data)
    return (
      <tr>
        <td colSpan={8} className={styles.whole}>
          {error ? (
            <span role="alert">
              {sentenceFor(error)} <TextButton onClick={() => void refetch()}>Retry</TextButton>
            </span>
          ) : (
            <SkeletonRows label={`Loading runs of ${stream.name}`} rows={Math.min(FIRST, stream.run_count)} />
          )}
        </td>
      </tr>
    )
  const earlier = data.total - data.stream_histories.length
  return (
    <>
      {data.stream_histories.map((run) => (
        <RunRow key={run.id} run={run} menu={menuOf(run)} />
      ))}
      {(earlier > 0 || data.total === 0) && (
        <tr>
          <td colSpan={8} className={styles.whole}>
            {data.total === 0 ? (
              <span className={styles.fact}>{noRuns(state)}</span>
            ) : (
              <TextButton onClick={() => setShown(shown + MORE)}>
                {countOf(earlier, 'earlier run', 'earlier runs')}
              </TextButton>
            )}
          </td>
        </tr>
      )}
    </>
  )
}

function noRuns(state: RunState | undefined): string {
  if (state === undefined) return 'This stream has no runs yet.'
  return `This stream has no run that is ${shownState(state)}.`
}
