import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { isLive } from '@podium/contract/rules/run-state.ts'
import { Copy, Download } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, sentenceFor } from '../../api/api-error.ts'
import { formatFileSize } from '../../format/file-size.ts'
import { countOf } from '../../format/number.ts'
import text from '../../theme/text.module.css'
import { TextButton } from '../../ui/button/button.tsx'
import { IconButton, IconLink } from '../../ui/button/icon-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { Chip } from '../../ui/text/chip.tsx'
import { useFullScreen } from '../../ui/use-full-screen.ts'
import { extendRange, type LineRange, lineRangeHash } from './components/line-range.ts'
import { lineAtTime } from './jump-to-time.ts'
import { timeOf } from './line-parts.ts'
import styles from './log.module.css'
import { type LevelFilter, LogBar } from './log-bar.tsx'
import { LogLines } from './log-lines.tsx'
import type { LogSource } from './log-source.ts'
import { emptyLog, limitWarning } from './log-words.ts'
import { type Log, useLog } from './use-log.ts'
import { copyLines, useLogAction } from './use-log-actions.ts'
import { type LogSearch, useLogSearch } from './use-log-search.ts'
import { useLogView } from './use-log-view.ts'

interface LogViewerProps {
  run: RunInfo
  source: LogSource
  /** the lines that the address marks */
  marked: LineRange | null
  onMark: (marked: LineRange | null) => void
}

/** Shows one log of a run: live while the run is, searchable, with a link to every line. */
export function LogViewer({ run, source, marked, onMark }: LogViewerProps) {
  const name = `${source.type}.log`
  const live = isLive(run.state)
  const log = useLog(source, live)
  const [searched, setSearched] = useState('')
  const [level, setLevel] = useState<LevelFilter>('all')
  const [at, setAt] = useState(0)
  const [following, setFollowing] = useState(live && marked === null)
  const [target, setTarget] = useState<{ line: number } | null>(marked && { line: marked[0] - 1 })
  const search = useLogSearch(source, searched === '' ? null : { q: searched }, log.size)
  const levelSearch = useLogSearch(source, level === 'all' ? null : { level }, log.size)
  const hit = search.hits[at]
  const isEmpty = log.isRead && log.lines === 0
  const whole = log.blocks.whole()
  const inView = useRef<readonly number[]>([])
  const act = useLogAction(source)
  const card = useRef<HTMLDivElement>(null)
  const [isFull, setFull] = useFullScreen(card)
  const [view, changeView] = useLogView()

  const show = (line: number) => {
    setFollowing(false)
    setTarget({ line })
  }
  const goTo = (next: number) => {
    const wrapped = (next + search.hits.length) % Math.max(1, search.hits.length)
    setAt(wrapped)
    const found = search.hits[wrapped]
    if (found) show(found.line)
  }
  const goOn = (step: 1 | -1) => {
    if (search.hits.length === 0) return
    // A hit that is not in view yet is shown before the next one.
    const isShown = hit !== undefined && target?.line === hit.line
    goTo(step === -1 || isShown ? at + step : at)
  }
  // A new search goes to its first hit. Hits found later, as the log grows, do not move the view.
  const found = search.searching || search.hits.length === 0 ? null : searched
  const goToFirst = useEffectEvent(() => goTo(0))
  useEffect(() => {
    if (found) goToFirst()
  }, [found])
  const jump = async (time: string, signal: AbortSignal) => {
    const line = await lineAtTime(source, log.blocks, time, signal)
    if (signal.aborted) return undefined
    setLevel('all')
    show(line)
    return undefined
  }
  const showFirstError = async (signal: AbortSignal) => {
    const { hits } = await source.search({ level: 'error' }, signal, false)
    if (!hits[0]) return 'This log has no errors.'
    if (signal.aborted) return undefined
    setLevel((now) => (now === 'warn' ? 'all' : now))
    show(hits[0].line)
    return undefined
  }

  return (
    <div ref={card} className={classNames(isFull && styles.full)}>
      {!isEmpty && (
        <LogBar
          name={name}
          searched={searched}
          search={search}
          at={at}
          level={level}
          levelSearch={levelSearch}
          view={view}
          isFull={isFull}
          noTimeReason={!live && whole?.some(timeOf) === false ? 'This log has no times.' : undefined}
          onSearch={(typed) => {
            setSearched(typed)
            setAt(0)
          }}
          onHit={goOn}
          onLevel={setLevel}
          onFirstError={() => act(showFirstError)}
          onJump={(time) => act((signal) => jump(time, signal))}
          onView={changeView}
          onFull={setFull}
        >
          {live && (
            <Switch
              label="Follow"
              checked={following}
              onChange={(event) => setFollowing(event.currentTarget.checked)}
            />
          )}
          <IconButton
            icon={Copy}
            label={marked ? 'Copy the marked lines' : 'Copy the lines in view'}
            onClick={() => act((signal) => copyLines(source, log, marked, inView.current, signal))}
          />
          <IconLink
            icon={Download}
            label={`Download ${source.fileName}`}
            href={source.downloadUrl}
            download={source.fileName}
          />
        </LogBar>
      )}
      {log.lines === 0 ? (
        <NoLines run={run} log={log} type={source.type} />
      ) : level !== 'all' && levelSearch.hits.length === 0 && levelSearch.failure === null ? (
        <NoLineOf level={level} search={levelSearch} onAll={() => setLevel('all')} />
      ) : (
        <LogLines
          name={name}
          blocks={log.blocks}
          lines={log.lines}
          only={level === 'all' ? null : levelSearch.hits}
          view={view}
          hits={search.hits.map(({ line }) => line)}
          search={searched}
          current={hit?.line ?? null}
          marked={marked}
          following={following}
          target={target}
          inView={inView}
          onFollow={(end) => setFollowing(live && end)}
          onHit={goOn}
          onShow={show}
          onMark={(line, extend) => onMark(extendRange(marked, line, extend))}
        />
      )}
      <LogFoot log={log} limit={run.log_limit} live={live} marked={marked} />
    </div>
  )
}

interface LogFootProps {
  log: Log
  /** the size in bytes at which the run is stopped */
  limit: number
  live: boolean
  marked: LineRange | null
}

function LogFoot({ log, limit, live, marked }: LogFootProps) {
  const warning = limitWarning(log.size, limit)
  return (
    <div className={classNames(text.note, styles.foot)}>
      {live && <Chip tone="info">Live</Chip>}
      {log.isRead && (log.lines > 0 || !log.failure) && (
        <span>{`${countOf(log.lines, 'line')}, ${formatFileSize(log.size)}`}</span>
      )}
      {marked && (
        <a href={lineRangeHash(marked)}>
          {marked[0] === marked[1] ? `Line ${marked[0]} marked` : `Lines ${marked[0]} to ${marked[1]} marked`}
        </a>
      )}
      {warning && <span className={classNames(text.warn, text.strong)}>{warning}</span>}
      {log.failure && log.lines > 0 && (
        <>
          <span role="status">{log.failure.message}</span>
          <TextButton onClick={() => void log.blocks.refresh()}>Try again</TextButton>
        </>
      )}
    </div>
  )
}

/** Shown in place of the lines if the log is empty or could not be read. */
function NoLines({ run, log, type }: { run: RunInfo; log: Log; type: LogSource['type'] }) {
  const empty = emptyLog(run, type)
  if (!log.isRead && !log.failure) return <div aria-busy="true" className={styles.nothing} />
  return (
    <div className={styles.nothing}>
      {log.failure ? (
        <ErrorState
          title="The log could not be read"
          detail={sentenceFor(log.failure)}
          requestId={log.failure instanceof ApiError ? log.failure.requestId : undefined}
          onRetry={() => void log.blocks.refresh()}
        />
      ) : (
        <EmptyState title={empty.title}>{empty.sentence}</EmptyState>
      )}
    </div>
  )
}

/** Shown while the lines of a level are searched for, and if there are none. */
function NoLineOf({ level, search, onAll }: { level: LevelFilter; search: LogSearch; onAll: () => void }) {
  const name = level === 'error' ? 'errors' : 'warnings'
  return (
    <div className={styles.nothing}>
      {search.searching ? (
        <>
          <p>{`Looking for ${name}.`}</p>
          <div className={styles.progress}>
            <ProgressBar label={`Looking for ${name}`} />
          </div>
        </>
      ) : (
        <>
          <p>{`This log has no ${name}.`}</p>
          <TextButton onClick={onAll}>Show all lines</TextButton>
        </>
      )}
    </div>
  )
}
