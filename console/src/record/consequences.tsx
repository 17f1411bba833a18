import type { Consequences } from '@podium/contract/wire/shapes.ts'
import { formatFileSize } from '../format/file-size.ts'
import { countOf, formatNumber } from '../format/number.ts'
import layout from '../theme/layout.module.css'
import text from '../theme/text.module.css'
import { classNames } from '../ui/class-names.ts'
import { Note } from '../ui/feedback/note.tsx'
import styles from './consequences.module.css'

const MAX_NAMES = 10

interface ConsequenceListProps {
  /** the record to be deleted */
  name: string
  consequences: Consequences
}

/** Lists by count and by name what a deletion removes, and why it may be impossible. */
export function ConsequenceList({ name, consequences }: ConsequenceListProps) {
  const { reasons, contains, names, goes } = consequences
  const isAlone = goes !== undefined && Object.values(contains).every((count) => count === 0)
  return (
    <div className={layout.stackTight}>
      {reasons.length > 0 && (
        <Note tone="warn" title="It cannot be deleted now.">
          {reasons.join(' ')}
        </Note>
      )}
      <p>{[...(isAlone ? [] : [consequenceWords(name, consequences)]), ...(goes ?? [])].join(' ')}</p>
      {(names.instances.length > 0 || names.streams.length > 0) && (
        <dl className={classNames(text.small, styles.names)}>
          {names.instances.length > 0 && (
            <>
              <dt>Instances</dt>
              <dd>{namesOf(names.instances, contains.instances)}</dd>
            </>
          )}
          {names.streams.length > 0 && (
            <>
              <dt>Streams</dt>
              <dd>{namesOf(names.streams, contains.streams)}</dd>
            </>
          )}
        </dl>
      )}
    </div>
  )
}

/** 'Deleting penguins also deletes 2 versions, 1 instance and 3 runs, their logs, artifacts and models (1.20 MB).' */
export function consequenceWords(name: string, { contains }: Pick<Consequences, 'contains'>): string {
  const { versions, instances, streams, runs, bytes } = contains
  const size = bytes === 0 ? '' : ` (${formatFileSize(bytes)})`
  const uses = counted([
    [instances, 'instance'],
    [streams, 'stream'],
    [runs, 'run'],
  ])
  const all = [...counted([[versions, 'version']]), ...uses]
  if (all.length === 0) return `Deleting ${name} also deletes its files${size}. Nothing uses it.`
  const whose = versions + instances + streams + runs === 1 ? 'its' : 'their'
  const what =
    runs > 0 ? `, ${whose} logs, artifacts and models` : `${all.length === 1 ? ' and' : ','} ${whose} files`
  return `Deleting ${name} also deletes ${listed(all)}${what}${size}.${uses.length === 0 ? ' Nothing uses it.' : ''}`
}

/** Sums the consequences of several deletions. */
export function sumOf(all: readonly Consequences[]): Consequences {
  const count = (of: keyof Consequences['contains']) =>
    all.reduce((sum, { contains }) => sum + contains[of], 0)
  return {
    deletable: all.every(({ deletable }) => deletable),
    reasons: all.flatMap(({ reasons }) => reasons),
    contains: {
      versions: count('versions'),
      instances: count('instances'),
      streams: count('streams'),
      runs: count('runs'),
      bytes: count('bytes'),
    },
    names: {
      instances: all.flatMap(({ names }) => names.instances).slice(0, MAX_NAMES),
      streams: all.flatMap(({ names }) => names.streams).slice(0, MAX_NAMES),
    },
  }
}

/** The known names of a number of things, and how many more there are: 'line-1, line-2 and 4 more'. */
export function namesOf(names: readonly string[], count: number): string {
  const more = count - names.length
  return listed(more > 0 ? [...names, `${formatNumber(more)} more`] : names)
}

function counted(amounts: readonly (readonly [count: number, one: string])[]): string[] {
  return amounts.flatMap(([count, one]) => (count === 0 ? [] : [countOf(count, one)]))
}

function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('')
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
