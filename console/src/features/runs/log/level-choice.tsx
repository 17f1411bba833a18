import { countOf } from '../../../format/number.ts'
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx'
import styles from './log.module.css'
import type { LogSearch } from './use-log-search.ts'

export type Level = 'all' | 'WARN' | 'ERROR'

interface LevelChoiceProps {
  level: Level
  onChange: (level: Level) => void
  search: LogSearch
}

/** Which lines are shown, and how many of a level there are. */
export function LevelChoice({ level, onChange, search }: LevelChoiceProps) {
  return (
    <>
      <SegmentedControl
        label="Level"
        value={level}
        onChange={onChange}
        segments={[
          { value: 'all', label: 'All' },
          { value: 'WARN', label: 'Warnings' },
          { value: 'ERROR', label: 'Errors' },
        ]}
      />
      {level !== 'all' && (
        <span className={styles.hits} role="status">
          {foundWords(search)}
        </span>
      )}
    </>
  )
}

function foundWords({ hits, more, searching, failure }: LogSearch): string {
  if (searching) return 'Searching'
  return failure ?? `${countOf(hits.length, 'line')}${more ? ' and more' : ''}`
}
