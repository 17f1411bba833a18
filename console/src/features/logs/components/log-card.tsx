import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { useLocation } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import { formatFileSize } from '../../../format/file-size.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import layout from '../../../theme/layout.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { lazyPart } from '../../../ui/lazy/lazy.tsx'
import { Tabs } from '../../../ui/menu/tabs.tsx'
import { GoneFiles, goneLog } from '../../run-files/components/gone-files.tsx'
import { createLogSource, type LogType } from '../log-source.ts'
import { type LineRange, lineRangeHash, parseLineRange } from './line-range.ts'
import styles from './log-card.module.css'

// Loaded separately, so that the rest of the page is shown first.
const LogViewer = lazyPart(async () => (await import('../log-viewer.tsx')).LogViewer)

const TYPES: readonly LogType[] = ['pipeline', 'process']

/**
 * Shows the run's two logs. The address has the open log and the marked lines; without them, a failed run opens at the
 * line that says why.
 */
export function LogCard({ run }: { run: RunInfo }) {
  const gone = goneLog(run)
  if (!gone) return <Logs run={run} />
  return (
    <section aria-label="Logs" className={layout.surface}>
      <GoneFiles gone={gone} what="The log is" workspaceId={run.workspace_id} />
    </section>
  )
}

function Logs({ run }: { run: RunInfo }) {
  const { search, change } = useAddress()
  const hash = useLocation({ select: (at) => at.hash })
  const { id, name, attempt } = run
  const sources = useMemo(
    () => TYPES.map((type) => createLogSource({ id, name, attempt }, type)),
    // Each attempt has its own logs.
    [id, name, attempt],
  )
  const sizeOf = (type: LogType) => run.log_types.find(({ log_type }) => log_type === type)?.size ?? 0
  // By default the first log with content: for a failed run the program's before the pipeline's, else the reverse.
  const order = run.state === 'failed' ? TYPES.toReversed() : TYPES
  const written = order.filter((type) => sizeOf(type) > 0)
  const named = TYPES.find((type) => type === search.log)
  const failure = named === undefined && hash === '' ? run.failure : null
  const log = named ?? TYPES.find((type) => type === failure?.log_type) ?? written[0] ?? 'pipeline'
  const marked =
    failure?.line == null ? parseLineRange(hash) : ([failure.line + 1, failure.line + 1] as const)

  function mark(lines: LineRange | null) {
    change({ log }, { replace: true, ...(lines && { hash: lineRangeHash(lines) }) })
  }
  return (
    <section aria-label="Logs" className={classNames(layout.surface, styles.logs)}>
      <Tabs
        label="Logs"
        inCard
        value={log}
        onChange={(chosen) => change({ log: chosen }, { replace: true })}
        tabs={sources.map((source) => ({
          value: source.type,
          label: `${source.type}.log`,
          count: formatFileSize(sizeOf(source.type)),
          panel: (
            <Suspense fallback={<div aria-busy="true" className={styles.logSpace} />}>
              <LogViewer key={source.type} run={run} source={source} marked={marked} onMark={mark} />
            </Suspense>
          ),
        }))}
      />
    </section>
  )
}
