import { ChevronDown, ChevronUp, CircleAlert, Copy, Download } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { ApiError, sentenceFor } from '../../../api/api-error.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { countOf } from '../../../format/number.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Button, TextButton } from '../../../ui/button/button.tsx'
import { IconButton, IconLink } from '../../../ui/button/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SegmentedControl } from '../../../ui/form/radio-group.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { SearchField } from '../../../ui/table/toolbar.tsx'
import { extendRange, type LineRange, lineRangeHash } from './line-range.ts'
import styles from './log.module.css'
import { LogLines } from './log-lines.tsx'
import type { LogSource } from './log-source.ts'
import { useLog } from './use-log.ts'
import { useCopy, useFirstError } from './use-log-actions.ts'
import { type LogSearch, useLogSearch } from './use-log-search.ts'

interface LogViewerProps {
  /** pipeline.log or process.log: its accessible name */
  name: string
  source: LogSource
  live: boolean
  /** shown while nothing has been written */
  empty: ReactNode
  /** the lines that the address names */
  marked: LineRange | null
  onMark: (marked: LineRange | null) => void
  /** a warning beside the figures for so many bytes, e.g. that the log nears its limit */
  notice?: (size: number) => ReactNode
}

/** One log: live while the run is, searchable, with a link to every line. */
export function LogViewer({ name, source, live, empty, marked, onMark, notice }: LogViewerProps) {
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
  const copy = useCopy(source, log)

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
  const showFirstError = useFirstError(source, (line) => {
    setLevel((now) => (now === 'WARN' ? 'all' : now))
    show(line)
  })

  return (
    <div>
      <div className={classNames(layout.wrap, styles.bar)}>
        <LogSearchField
          name={name}
          searched={searched}
          onChange={(typed) => {
            setSearched(typed)
            setAt(0)
          }}
          search={search}
          at={at}
          shown={hit !== undefined && target?.line === hit.line}
          onGoTo={goTo}
        />
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
        {level !== 'all' && (
          <span className={HITS} role="status">
            {foundWords(levelSearch)}
          </span>
        )}
        <Button kind="ghost" small icon={CircleAlert} onClick={() => void showFirstError()}>
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
            onClick={() => void copy(marked, inView.current)}
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
        <div className={classNames(text.muted, styles.nothing)}>
          {log.failure ? (
            <ErrorState
              title="The log could not be read"
              detail={sentenceFor(log.failure)}
              requestId={log.failure instanceof ApiError ? log.failure.requestId : undefined}
              onRetry={() => void log.blocks.refresh()}
            />
          ) : (
            empty
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
      <div className={classNames(text.tiny, text.muted, styles.foot)}>
        {live && <span className={classNames(text.info, text.strong, styles.live)}>Live</span>}
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
        {notice?.(log.size)}
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

const HITS = classNames(text.sub, text.number, text.unbroken)

interface LogSearchFieldProps {
  /** pipeline.log or process.log */
  name: string
  searched: string
  onChange: (text: string) => void
  search: LogSearch
  /** the current hit, from 0 */
  at: number
  /** whether that hit is in view, so that Enter goes on to the next one */
  shown: boolean
  onGoTo: (at: number) => void
}

/** The search of a log: what is looked for, and the way from hit to hit. */
function LogSearchField(props: LogSearchFieldProps) {
  const { name, searched, onChange, search, at, shown, onGoTo } = props
  return (
    <>
      <SearchField
        label={`Search in ${name}`}
        placeholder="Search"
        className={styles.search}
        value={searched}
        onChange={onChange}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onGoTo(event.shiftKey ? at - 1 : shown ? at + 1 : at)
        }}
      />
      {searched !== '' && (
        <>
          <span className={HITS} role="status">
            {hitWords(search, at)}
          </span>
          <IconButton icon={ChevronUp} label="Previous hit" onClick={() => onGoTo(at - 1)} />
          <IconButton icon={ChevronDown} label="Next hit" onClick={() => onGoTo(at + 1)} />
        </>
      )}
    </>
  )
}

function hitWords({ hits, more, searching, failure }: LogSearch, at: number): string {
  if (searching) return 'Searching'
  if (failure !== null) return failure
  return `${hits.length === 0 ? 0 : at + 1} of ${hits.length.toLocaleString('en')}${more ? ' and more' : ''}`
}

function foundWords({ hits, more, searching, failure }: LogSearch): string {
  if (searching) return 'Searching'
  return failure ?? `${countOf(hits.length, 'line')}${more ? ' and more' : ''}`
}
