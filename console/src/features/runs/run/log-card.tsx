import { isLive } from '@podium/contract/run-state.ts'
import type { RunInfo } from '@podium/contract/runs.ts'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatFileSize } from '../../../format/file-size.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { type LineRange, lineRangeHash, parseLineRange } from '../log/line-range.ts'
import { LogViewer } from '../log/log-viewer.tsx'
import { emptyLog, limitWarning } from './log-words.ts'
import { createRunLog, type LogType } from './run-log-source.ts'
import styles from './run-page.module.css'

const TYPES: readonly LogType[] = ['pipeline', 'process']

/** Both logs; which one is shown, and which lines are marked, stands in the address. */
export function LogCard({ run }: { run: RunInfo }) {
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const hash = useLocation({ select: (at) => at.hash })
  const navigate = useNavigate()
  const chosen = chosenLog(search.log, run)
  const sizeOf = (type: LogType) => run.log_types.find(({ log_type }) => log_type === type)?.size ?? 0

  function show(log: LogType) {
    void navigate({ to: '.', search: { ...search, log } as never, replace: true, resetScroll: false })
  }
  function mark(marked: LineRange | null) {
    const next = { ...search, log: chosen }
    void navigate({
      to: '.',
      search: next as never,
      ...(marked && { hash: lineRangeHash(marked).slice(1) }),
      hashScrollIntoView: false,
      replace: true,
      resetScroll: false,
    })
  }
  return (
    <section aria-label="Logs" className={styles.logs}>
      <Tabs
        label="Logs"
        inCard
        value={chosen}
        onChange={show}
        tabs={TYPES.map((type) => ({
          value: type,
          label: `${type}.log`,
          count: formatFileSize(sizeOf(type)),
          panel: <RunLog key={type} run={run} type={type} marked={parseLineRange(hash)} onMark={mark} />,
        }))}
      />
    </section>
  )
}

interface RunLogProps {
  run: RunInfo
  type: LogType
  marked: LineRange | null
  onMark: (marked: LineRange | null) => void
}

function RunLog({ run, type, marked, onMark }: RunLogProps) {
  const { id, name, attempt } = run
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt writes other logs
  const source = useMemo(() => createRunLog({ id, name }, type), [id, name, type, attempt])
  return (
    <LogViewer
      name={`${type}.log`}
      source={source}
      live={isLive(run.state)}
      empty={
        <EmptyState title={emptyLog(run.state, type).title}>{emptyLog(run.state, type).sentence}</EmptyState>
      }
      marked={marked}
      onMark={onMark}
      notice={(size) => {
        const warning = limitWarning(size, run.log_limit)
        return warning && <span className={styles.warning}>{warning}</span>
      }}
    />
  )
}

/** The log of the address; without one, the pipeline's where there is any, for most write only one. */
function chosenLog(word: string | undefined, { log_types }: RunInfo): LogType {
  const named = TYPES.find((type) => type === word)
  const written = (type: LogType) => log_types.some(({ log_type, size }) => log_type === type && size > 0)
  return named ?? (!written('pipeline') && written('process') ? 'process' : 'pipeline')
}
