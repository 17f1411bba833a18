import { isLive } from '@podium/contract/run-state.ts'
import type { RunInfo } from '@podium/contract/runs.ts'
import { useMemo } from 'react'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { LineRange } from '../log/line-range.ts'
import { LogViewer } from '../log/log-viewer.tsx'
import { emptyLog, limitWarning } from './log-words.ts'
import { createRunLog, type LogType } from './run-log-source.ts'
import styles from './run-page.module.css'

interface RunLogProps {
  run: RunInfo
  type: LogType
  marked: LineRange | null
  onMark: (marked: LineRange | null) => void
}

/** One log of the run in the viewer. */
export function RunLog({ run, type, marked, onMark }: RunLogProps) {
  const { id, name, attempt } = run
  // another attempt writes other logs
  const source = useMemo(() => createRunLog({ id, name, attempt }, type), [id, name, type, attempt])
  return (
    <LogViewer
      name={`${type}.log`}
      source={source}
      live={isLive(run.state)}
      empty={<EmptyState title={emptyLog(run, type).title}>{emptyLog(run, type).sentence}</EmptyState>}
      marked={marked}
      onMark={onMark}
      notice={(size) => {
        const warning = limitWarning(size, run.log_limit)
        return warning && <span className={styles.warning}>{warning}</span>
      }}
    />
  )
}
