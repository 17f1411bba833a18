import type { SearchedLevel } from '@podium/contract/calls/run-files.ts'
import {
  ChevronDown,
  ChevronUp,
  CircleAlert,
  Clock,
  LocateFixed,
  Maximize2,
  Minimize2,
  WrapText,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { countOf, formatNumber } from '../../format/number.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { Button } from '../../ui/button/button.tsx'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { SegmentedControl } from '../../ui/form/radio-group.tsx'
import { SearchField } from '../../ui/table/toolbar.tsx'
import styles from './log.module.css'
import type { LogSearch } from './use-log-search.ts'
import type { LogView } from './use-log-view.ts'

export type LevelFilter = 'all' | SearchedLevel

interface LogBarProps {
  name: string
  searched: string
  search: LogSearch
  /** the index of the current hit, from 0 */
  at: number
  level: LevelFilter
  levelSearch: LogSearch
  view: LogView
  isFull: boolean
  /** set if it is known that no line begins with a time */
  noTimeReason: string | undefined
  onSearch: (typed: string) => void
  onHit: (step: 1 | -1) => void
  onLevel: (level: LevelFilter) => void
  onFirstError: () => void
  onJump: (time: string) => void
  onView: (part: Partial<LogView>) => void
  onFull: (isFull: boolean) => void
  /** actions on the whole log */
  children: ReactNode
}

/** The bar above a log: search, filters and view settings. */
export function LogBar(props: LogBarProps) {
  const { name, searched, search, at, level, levelSearch, view, isFull, onHit, noTimeReason } = props
  return (
    <div className={classNames(layout.wrap, styles.bar)}>
      <SearchField
        label={`Search in ${name}`}
        placeholder="Search"
        className={styles.search}
        value={searched}
        onChange={props.onSearch}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onHit(event.shiftKey ? -1 : 1)
          // The first Escape clears the search, only the next one leaves the full screen.
          if (event.key !== 'Escape' || searched === '') return
          event.preventDefault()
          props.onSearch('')
        }}
      />
      {searched !== '' && (
        <>
          <Found
            search={search}
            words={`${search.hits.length === 0 ? 0 : at + 1} of ${formatNumber(search.hits.length)}`}
          />
          <IconButton icon={ChevronUp} label="Previous hit" onClick={() => onHit(-1)} />
          <IconButton icon={ChevronDown} label="Next hit" onClick={() => onHit(1)} />
        </>
      )}
      <SegmentedControl
        label="Level"
        value={level}
        onChange={props.onLevel}
        segments={[
          { value: 'all', label: 'All' },
          { value: 'warn', label: 'Warnings' },
          { value: 'error', label: 'Errors' },
        ]}
      />
      {level !== 'all' && <Found search={levelSearch} words={countOf(levelSearch.hits.length, 'line')} />}
      <div className={styles.tools}>
        <Button kind="ghost" small icon={CircleAlert} onClick={props.onFirstError}>
          <Word>First error</Word>
        </Button>
        <JumpToTime disabledReason={noTimeReason} onJump={props.onJump} />
        <div className={classNames(layout.wrap, styles.end)}>
          <Toggle
            icon={Clock}
            on={view.time && noTimeReason === undefined}
            disabledReason={noTimeReason}
            onChange={(time) => props.onView({ time })}
          >
            Time
          </Toggle>
          <Toggle icon={WrapText} on={view.wrap} onChange={(wrap) => props.onView({ wrap })}>
            Wrap
          </Toggle>
          {props.children}
          <IconButton
            icon={isFull ? Minimize2 : Maximize2}
            label={isFull ? 'Leave full screen' : 'Full screen'}
            onClick={() => props.onFull(!isFull)}
          />
        </div>
      </div>
    </div>
  )
}

interface ToggleProps {
  icon: typeof Clock
  on: boolean
  disabledReason?: string | undefined
  onChange: (on: boolean) => void
  children: string
}

function Toggle({ icon, on, disabledReason, onChange, children }: ToggleProps) {
  return (
    <span className={styles.toggle}>
      <Button
        kind="ghost"
        small
        icon={icon}
        aria-pressed={on}
        disabledReason={disabledReason}
        onClick={() => onChange(!on)}
      >
        <Word>{children}</Word>
      </Button>
    </span>
  )
}

/** The label of a button. On a phone only its icon is visible, and screen readers still read the label. */
function Word({ children }: { children: string }) {
  return <span className={styles.word}>{children}</span>
}

interface JumpToTimeProps {
  disabledReason: string | undefined
  onJump: (time: string) => void
}

/** A button that turns into a field for a time. Enter jumps there. */
function JumpToTime({ disabledReason, onJump }: JumpToTimeProps) {
  const [typed, setTyped] = useState<string | null>(null)
  if (typed === null)
    return (
      <Button
        kind="ghost"
        small
        icon={LocateFixed}
        disabledReason={disabledReason}
        onClick={() => setTyped('')}
      >
        <Word>Jump to time</Word>
      </Button>
    )
  return (
    <SearchField
      label="Time to jump to"
      placeholder="14:06:03"
      className={styles.time}
      autoFocus
      value={typed}
      onChange={setTyped}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && typed.trim() !== '') onJump(typed)
        if (event.key !== 'Escape') return
        event.preventDefault()
        setTyped(null)
      }}
    />
  )
}

/** The result of a search, announced to screen readers as it changes. */
function Found({ search, words }: { search: LogSearch; words: string }) {
  const outcome = search.failure ?? `${words}${search.more ? ' and more' : ''}`
  return (
    <span role="status" className={classNames(text.sub, text.number, text.unbroken)}>
      {search.searching ? 'Searching' : outcome}
    </span>
  )
}
