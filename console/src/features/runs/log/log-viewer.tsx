import { isLive } from '@podium/contract/run-state.ts'
import type { RunInfo } from '@podium/contract/runs.ts'
import { ChevronDown, ChevronUp, CircleAlert, Copy, Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { ApiError, sentenceFor } from '../../../api/api-error.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { countOf, formatNumber } from '../../../format/number.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Button, TextButton } from '../../../ui/button/button.tsx'
import { IconButton, IconLink } from '../../../ui/button/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SegmentedControl } from '../../../ui/form/radio-group.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { SearchField } from '../../../ui/table/toolbar.tsx'
import { Chip } from '../../../ui/text/chip.tsx'
import { extendRange, type LineRange, lineRangeHash } from './line-range.ts'
import styles from './log.module.css'
import { LogLines } from './log-lines.tsx'
import type { LogSource } from './log-source.ts'
import { emptyLog, limitWarning } from './log-words.ts'
import { useLog } from './use-log.ts'
import { copyLines, useLogAction } from './use-log-actions.ts'
import { type LogSearch, useLogSearch } from './use-log-search.ts'

interface LogViewerProps {
  run: RunInfo
  source: LogSource
  /** the lines that the address names */
  marked: LineRange | null
  onMark: (marked: LineRange | null) => void
}

/** One log of a run: live while the run is, searchable, with a link to every line. */
export function LogViewer({ run, source, marked, onMark }: LogViewerProps) {
  const name = `${source.type}.log`
  const live = isLive(run.state)
  const log = useLog(source, live)
  const [searched, setSearched] = useState('')
  const [level, setLevel] = useState<'all' | 'WARN' | 'ERROR'>('all')
  const [at, setAt] = useState(0)
  const [following, setFollowing] = useState(live && marked === null)
  const [target, setTarget] = useState<{ line: number } | null>(marked && { line: marked[0] - 1 })
  const search = useLogSearch(source, searched, log.size)
  const levelSearch = useLogSearch(source, level === 'all' ? '' : level, log.size)
  const hit = search.hits[at]
  const inView = useRef<readonly number[]>([])
  const act = useLogAction(source)
  const empty = emptyLog(run, source.type)
  const warning = limitWarning(log.size, run.log_limit)

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
  const showFirstError = async (signal: AbortSignal) => {
    const { hits } = await source.search('ERROR', signal, false)
    if (!hits[0]) return 'No line says ERROR.'
    if (signal.aborted) return undefined
    setLevel((now) => (now === 'WARN' ? 'all' : now))
    show(hits[0].line)
    return undefined
  }

  return (
    <div>
      <div className={classNames(layout.wrap, styles.bar)}>
        <SearchField
          label={`Search in ${name}`}
          placeholder="Search"
          className={styles.search}
          value={searched}
          onChange={(typed) => {
            setSearched(typed)
            setAt(0)
          }}
          onKeyDown={({ key, shiftKey }) => {
            if (key !== 'Enter') return
            // A hit that is not in view yet is shown before the next one.
            const isShown = hit !== undefined && target?.line === hit.line
            const next = isShown ? at + 1 : at
            goTo(shiftKey ? at - 1 : next)
          }}
        />
        {searched !== '' && (
          <>
            <Found
              search={search}
              words={`${search.hits.length === 0 ? 0 : at + 1} of ${formatNumber(search.hits.length)}`}
            />
            <IconButton icon={ChevronUp} label="Previous hit" onClick={() => goTo(at - 1)} />
            <IconButton icon={ChevronDown} label="Next hit" onClick={() => goTo(at + 1)} />
          </>
        )}
        <SegmentedControl
          label="Level"
          value={level}
          onChange={setLevel}
          segments={[
            { value: 'all', label: 'All' },
            { value: 'WARN', label: 'Warnings' },
            { value: 'ERROR', label: 'Errors' },
          ]}
        />
        {level !== 'all' && <Found search={levelSearch} words={countOf(levelSearch.hits.length, 'line')} />}
        <Button kind="ghost" small icon={CircleAlert} onClick={() => act(showFirstError)}>
          First error
        </Button>
        <div className={classNames(layout.row, styles.end)}>
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
        </div>
      </div>
      {log.lines === 0 ? (
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
      ) : (
        <LogLines
          name={name}
          blocks={log.blocks}
          lines={log.lines}
          only={level === 'all' ? null : levelSearch.hits.map(({ line }) => line)}
          search={searched}
          current={hit?.line ?? null}
          marked={marked}
          following={following}
          target={target}
          inView={inView}
          onFollow={(end) => setFollowing(live && end)}
          onMark={(line, extend) => onMark(extendRange(marked, line, extend))}
        />
      )}
      <div className={classNames(text.note, styles.foot)}>
        {live && <Chip tone="info">Live</Chip>}
        {(log.lines > 0 || !log.failure) && (
          <span>{`${countOf(log.lines, 'line')}, ${formatFileSize(log.size)}`}</span>
        )}
        {marked && (
          <a href={lineRangeHash(marked)}>
            {marked[0] === marked[1]
              ? `Line ${marked[0]} marked`
              : `Lines ${marked[0]} to ${marked[1]} marked`}
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
    </div>
  )
}

/** What a search came to, read out as it changes. */
function Found({ search, words }: { search: LogSearch; words: string }) {
  const outcome = search.failure ?? `${words}${search.more ? ' and more' : ''}`
  return (
    <span role="status" className={classNames(text.sub, text.number, text.unbroken)}>
      {search.searching ? 'Searching' : outcome}
    </span>
  )
}
