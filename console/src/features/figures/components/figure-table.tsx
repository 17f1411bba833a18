import type { GapKind } from '@podium/contract/calls/run-series.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { bestOf } from '@podium/contract/rules/figure-direction.ts'
import { useState } from 'react'
import { formatFigure } from '../../../format/number.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { TextButton } from '../../../ui/button/button.tsx'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { GAP_NAMES } from '../../../ui/chart/gap-names.ts'
import { Sparkline } from '../../../ui/chart/sparkline.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { useHistory } from '../use-history.ts'
import styles from './figures.module.css'

/** The number of figures shown at first, so that a run with hundreds does not push the rest of the page away. */
const AT_FIRST = 12

/** Lists the newest exact value of each figure, with its history in the earlier runs of the stream. */
export function FigureTable({ run }: { run: RunInfo }) {
  const all = [...new Set([...Object.keys(run.metrics), ...Object.keys(run.ended_in)])]
  const [isWhole, setWhole] = useState(false)
  const figures = isWhole || all.length <= AT_FIRST + 1 ? all : all.slice(0, AT_FIRST)
  const history = useHistory(run, figures)
  const hasHistory = history === undefined || figures.some((name) => history.has(name))
  if (all.length === 0) return null
  return (
    <Card
      title="Figures"
      note={`${all.length}`}
      trailing={<CopyButton text={JSON.stringify(run.metrics, null, 2)} label="Copy" worded />}
      flush
    >
      <table aria-label="Figures of the run" className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            {hasHistory && <th scope="col">Last runs</th>}
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {figures.map((name) => (
            <FigureRow
              key={name}
              name={name}
              value={run.metrics[name]}
              endedIn={run.ended_in[name]}
              before={history?.get(name) ?? []}
              hasHistory={hasHistory}
            />
          ))}
        </tbody>
      </table>
      {figures.length < all.length && (
        <p className={layout.inset}>
          <TextButton onClick={() => setWhole(true)}>Show all {all.length} figures</TextButton>
        </p>
      )}
    </Card>
  )
}

interface FigureRowProps {
  name: string
  /** the newest value that is a number */
  value: number | undefined
  /** the kind of a newer value that is not a number */
  endedIn: GapKind | undefined
  /** the values of the earlier runs of the stream, oldest first */
  before: readonly number[]
  /** true if any figure of the run has earlier values */
  hasHistory: boolean
}

function FigureRow({ name, value, endedIn, before, hasHistory }: FigureRowProps) {
  const values = value === undefined ? before : [...before, value]
  const beside = standing(name, value, before)
  return (
    <tr>
      <td>
        {name} {beside !== undefined && <span className={text.sub}>{beside}</span>}
      </td>
      {hasHistory && (
        <td>{before.length > 0 && <Sparkline label={historyOf(name, values)} values={values} />}</td>
      )}
      <td title={value === undefined ? undefined : String(value)}>
        {value !== undefined && formatFigure(value)}
        {endedIn && value !== undefined && ' '}
        {endedIn && <EndedIn kind={endedIn} then={value !== undefined} />}
      </td>
    </tr>
  )
}

/** Says that the newest value is not a number. */
function EndedIn({ kind, then }: { kind: GapKind; then: boolean }) {
  return then ? <span className={text.sub}>then {GAP_NAMES[kind]}</span> : GAP_NAMES[kind]
}

/** Compares the value with the best of the stream, if the name says which way is better. */
function standing(name: string, value: number | undefined, before: readonly number[]): string | undefined {
  if (value === undefined) return undefined
  const best = bestOf(name, before)
  if (best === undefined) return undefined
  if (best === value) return 'equals the best'
  return bestOf(name, [best, value]) === value ? 'best here' : `best ${formatFigure(best)}`
}

function historyOf(name: string, values: readonly number[]): string {
  const [first = 0, last = 0] = [values[0], values.at(-1)]
  return `${name} over ${values.length} runs: from ${formatFigure(first)} to ${formatFigure(last)}`
}
