import { ChevronDown, ChevronUp } from 'lucide-react'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { SearchField } from '../../../ui/table/search-field.tsx'
import styles from './log.module.css'
import type { LogSearch } from './use-log-search.ts'

interface LogSearchFieldProps {
  /** pipeline.log or process.log */
  name: string
  text: string
  onChange: (text: string) => void
  search: LogSearch
  /** the hit the search stands on, from 0 */
  at: number
  /** whether that hit is in view, so that Enter goes on to the next one */
  shown: boolean
  onGoTo: (at: number) => void
}

/** The search of a log: what is looked for, and the way from hit to hit. */
export function LogSearchField(props: LogSearchFieldProps) {
  const { name, text, onChange, search, at, shown, onGoTo } = props
  return (
    <>
      <SearchField
        label={`Search in ${name}`}
        placeholder="Search"
        className={styles.search}
        value={text}
        onChange={onChange}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onGoTo(event.shiftKey ? at - 1 : shown ? at + 1 : at)
        }}
      />
      {text !== '' && (
        <>
          <span className={styles.hits} role="status">
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
