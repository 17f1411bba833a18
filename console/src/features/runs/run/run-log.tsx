import { addressOf } from '@podium/contract/call.ts'
import { followLog, readLog, readLogIndex, searchLog } from '@podium/contract/run-files.ts'
import { isLive } from '@podium/contract/run-state.ts'
import type { RunInfo } from '@podium/contract/runs.ts'
import { useMemo } from 'react'
import { openBytes } from '../../../api/bytes.ts'
import { call } from '../../../api/call.ts'
import { follow } from '../../../api/follow.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { formatShare } from '../../../format/number.ts'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { LineRange } from '../log/line-range.ts'
import type { LogSource } from '../log/log-source.ts'
import { LogViewer } from '../log/log-viewer.tsx'

export type LogType = 'pipeline' | 'process'

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
  const empty = emptyLog(run, type)
  return (
    <LogViewer
      name={`${type}.log`}
      source={source}
      live={isLive(run.state)}
      empty={<EmptyState title={empty.title}>{empty.sentence}</EmptyState>}
      marked={marked}
      onMark={onMark}
      notice={(size) => {
        const warning = limitWarning(size, run.log_limit)
        return warning && <span className={classNames(text.warn, text.strong)}>{warning}</span>
      }}
    />
  )
}

/** One log of a run, read from the server. */
function createRunLog(run: Pick<RunInfo, 'id' | 'name' | 'attempt'>, log_type: LogType): LogSource {
  const params = { id: run.id }
  return {
    key: `${run.id} ${run.attempt} ${log_type}`,
    index: (from, signal) =>
      call(readLogIndex, { params, query: { log_type, from }, background: true, signal }),
    async bytes(from, to, signal) {
      const range = `${from}-${to - 1}`
      const answer = await openBytes(readLog, { params, query: { log_type } }, { range, signal })
      return new Uint8Array(await answer.arrayBuffer())
    },
    search: (q, signal, background) =>
      call(searchLog, { params, query: { log_type, q }, signal, background }),
    follow: (from, { lines, end }) =>
      follow(
        followLog,
        { params, query: { log_type, from } },
        {
          onEvent({ event, data }) {
            // What a skip left out is read by range: the next lines do not fit on the known end.
            if (event === 'lines') {
              const fresh = JSON.parse(data) as { from: number; text: string }
              lines(fresh.from, fresh.text)
            } else if (event === 'end') end()
          },
        },
      ),
    downloadUrl: addressOf(readLog, { params, query: { log_type } }),
    fileName: `${run.name}-${log_type}.log`,
  }
}

interface Words {
  title: string
  sentence: string
}

/** Why a log is empty, by the state of its run. */
export function emptyLog({ state, started_at }: Pick<RunInfo, 'state' | 'started_at'>, type: LogType): Words {
  if (state === 'queued' || state === 'starting')
    return {
      title: 'No line yet',
      sentence: 'The log begins when the run starts. This page follows it from the first line.',
    }
  if (state === 'running')
    return {
      title: 'No line yet',
      sentence:
        type === 'pipeline'
          ? 'The solution has written nothing to its pipeline.log. What it prints is in process.log.'
          : 'The program has printed nothing yet.',
    }
  if (started_at === null) return { title: 'No log', sentence: 'The run never began, so there is no log.' }
  return {
    title: 'No line',
    sentence:
      type === 'pipeline'
        ? 'The solution wrote no pipeline.log. What it printed is in process.log.'
        : 'The program printed nothing.',
  }
}

/** From half of the limit on: how much of it is used, and what happens at its end; null before. */
export function limitWarning(size: number, limit: number): string | null {
  if (limit <= 0 || size < limit / 2) return null
  return `${formatShare(size / limit)} of ${formatFileSize(limit)}: at the limit the run is stopped.`
}
