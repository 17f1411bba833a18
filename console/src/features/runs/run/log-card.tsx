import type { RunInfo } from '@podium/contract/runs.ts'
import { useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { formatFileSize } from '../../../format/file-size.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import { lazyPart } from '../../../ui/lazy/lazy.tsx'
import { Tabs } from '../../../ui/menu/tabs.tsx'
import { type LineRange, lineRangeHash, parseLineRange } from '../log/line-range.ts'
import type { LogType } from './run-log.tsx'
import styles from './run-page.module.css'

// The rest of the page is shown before the log's own code has come.
const RunLog = lazyPart(async () => (await import('./run-log.tsx')).RunLog)

const TYPES: readonly LogType[] = ['pipeline', 'process']

/** Both logs; the address names the one that is shown and the lines that are marked. */
export function LogCard({ run }: { run: RunInfo }) {
  const { search, change } = useAddress()
  const hash = useLocation({ select: (at) => at.hash })
  const log = chosenLog(search.log, run)
  const sizeOf = (type: LogType) => run.log_types.find(({ log_type }) => log_type === type)?.size ?? 0

  function mark(marked: LineRange | null) {
    change({ log }, { replace: true, ...(marked && { hash: lineRangeHash(marked) }) })
  }
  return (
    <section aria-label="Logs" className={styles.logs}>
      <Tabs
        label="Logs"
        inCard
        value={log}
        onChange={(chosen) => change({ log: chosen }, { replace: true })}
        tabs={TYPES.map((type) => ({
          value: type,
          label: `${type}.log`,
          count: formatFileSize(sizeOf(type)),
          panel: (
            <Suspense fallback={<div className={styles.logSpace} />}>
              <RunLog key={type} run={run} type={type} marked={parseLineRange(hash)} onMark={mark} />
            </Suspense>
          ),
        }))}
      />
    </section>
  )
}

/** The log of the address; without one, the pipeline's where there is any, for most write only one. */
function chosenLog(word: string | undefined, { log_types }: RunInfo): LogType {
  const named = TYPES.find((type) => type === word)
  const written = (type: LogType) => log_types.some(({ log_type, size }) => log_type === type && size > 0)
  return named ?? (!written('pipeline') && written('process') ? 'process' : 'pipeline')
}
