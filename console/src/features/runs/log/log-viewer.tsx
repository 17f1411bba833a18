import { ChevronDown, ChevronUp, CircleAlert, Copy, Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatFileSize } from '../../../format/file-size.ts'
import { countOf } from '../../../format/number.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { IconLink } from '../../../ui/icon-link.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { extendRange, type LineRange, lineRangeHash } from './line-range.ts'
import styles from './log.module.css'
import { LogLines } from './log-lines.tsx'
import type { LogSource } from './log-source.ts'
import { useLog } from './use-log.ts'
import { useLogSearch } from './use-log-search.ts'

type Level = 'all' | 'WARN' | 'ERROR'

interface LogViewerProps {
  /** pipeline.log or process.log: its accessible name */
  name: string
  source: LogSource
  live: boolean
  /** shown while nothing has been written */
  empty: ReactNode
  /** the lines of the address, kept there by the page */
  marked: LineRange | null
  onMark: (marked: LineRange | null) => void
  /** a warning beside the figures for so many bytes, e.g. that the log nears its limit */
  notice?: (size: number) => ReactNode
}

/** One log: live while the run is, searchable, with a link to every line. */
export function LogViewer({ name, source, live, empty, marked, onMark, notice }: LogViewerProps) {
  const log = useLog(source, live)
  const [text, setText] = useState('')
  const [level, setLevel] = useState<Level>('all')
  const [at, setAt] = useState(0)
  const [following, setFollowing] = useState(live && marked === null)
  const [target, setTarget] = useState<{ line: number } | null>(marked && { line: marked[0] - 1 })
  const search = useLogSearch(source, text)
  const levelSearch = useLogSearch(source, level === 'all' ? '' : level)
  const hit = search.hits[at]

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
  const firstError = async () => {
    const { hits } = await source.search('ERROR', AbortSignal.timeout(30_000))
    if (hits[0]) show(hits[0].line)
  }

  return (
    <div>
      <div className={styles.bar}>
        <SearchField
          label={`Search in ${name}`}
          placeholder="Search"
          className={styles.search}
          value={text}
          onChange={(typed) => {
            setText(typed)
            setAt(0)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter')
              goTo(event.shiftKey ? at - 1 : hit && target?.line !== hit.line ? at : at + 1)
          }}
        />
        {text !== '' && (
          <>
            <span className={styles.hits} role="status">
              {search.searching
                ? 'Searching'
                : `${search.hits.length === 0 ? 0 : at + 1} of ${search.hits.length.toLocaleString('en')}${search.more ? ' and more' : ''}`}
            </span>
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
        <Button kind="ghost" small icon={CircleAlert} onClick={() => void firstError()}>
          First error
        </Button>
        <div className={styles.end}>
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
            onClick={() => void copy(log.blocks.line, marked, log.lines)}
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
        <div className={styles.nothing}>{log.failure ? log.failure.message : empty}</div>
      ) : (
        <LogLines
          name={name}
          blocks={log.blocks}
          lines={log.lines}
          only={level === 'all' ? null : levelSearch.hits.map(({ line }) => line)}
          search={text}
          current={hit?.line ?? null}
          marked={marked}
          following={following}
          target={target}
          onFollow={(end) => setFollowing(live && end)}
          onMark={(line, extend) => onMark(extendRange(marked, line, extend))}
        />
      )}
      <div className={styles.foot}>
        {live && <span className={styles.live}>Live</span>}
        <span>{`${countOf(log.lines, 'line')}, ${formatFileSize(log.size)}`}</span>
        {marked && (
          <a href={lineRangeHash(marked)}>
            {marked[0] === marked[1]
              ? `Line ${marked[0]} marked`
              : `Lines ${marked[0]} to ${marked[1]} marked`}
          </a>
        )}
        {notice?.(log.size)}
      </div>
    </div>
  )
}

async function copy(
  line: (number: number) => string | undefined,
  marked: LineRange | null,
  lines: number,
): Promise<void> {
  const [from, to] = marked ?? [Math.max(1, lines - 200), lines]
  const text = Array.from({ length: to - from + 1 }, (_, at) => line(from - 1 + at) ?? '')
  await navigator.clipboard.writeText(text.join('\n'))
}
