import { bestOf } from '@podium/contract/figure-direction.ts'
import type { RunInfo } from '@podium/contract/runs.ts'
import { useState } from 'react'
import { formatFigure } from '../../../format/number.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { TextButton } from '../../../ui/button/button.tsx'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { Sparkline } from '../../../ui/chart/sparkline.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import styles from './figures.module.css'
import { useHistory } from './use-history.ts'

/** Of a run with hundreds of figures the first ones, so that what stands below them is in reach. */
const AT_FIRST = 12

/** The newest value of each figure of the run, exact, beside what the stream's runs before it came to. */
export function FigureTable({ run }: { run: RunInfo }) {
  const all = Object.entries(run.metrics)
  const [isWhole, setWhole] = useState(false)
  const figures = isWhole || all.length <= AT_FIRST + 1 ? all : all.slice(0, AT_FIRST)
  const history = useHistory(
    run,
    figures.map(([name]) => name),
  )
  const hasHistory = history === undefined || figures.some(([name]) => history.has(name))
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
          {figures.map(([name, value]) => (
            <FigureRow
              key={name}
              name={name}
              value={value}
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
  value: number
  /** of the runs of the stream before this one, oldest first */
  before: readonly number[]
  /** any figure of the run has values before it */
  hasHistory: boolean
}

function FigureRow({ name, value, before, hasHistory }: FigureRowProps) {
  const values = [...before, value]
  const beside = standing(name, value, before)
  return (
    <tr>
      <td>
        {name} {beside !== undefined && <span className={text.sub}>{beside}</span>}
      </td>
      {hasHistory && (
        <td>{before.length > 0 && <Sparkline label={historyOf(name, values)} values={values} />}</td>
      )}
      <td title={String(value)}>{formatFigure(value)}</td>
    </tr>
  )
}

/** How the value stands among those of the stream, where the name tells which way is better. */
function standing(name: string, value: number, before: readonly number[]): string | undefined {
  const best = bestOf(name, before)
  if (best === undefined) return undefined
  if (best === value) return 'equals the best'
  return bestOf(name, [best, value]) === value ? 'best here' : `best ${formatFigure(best)}`
}

function historyOf(name: string, values: readonly number[]): string {
  const [first = 0, last = 0] = [values[0], values.at(-1)]
  return `${name} over ${values.length} runs: from ${formatFigure(first)} to ${formatFigure(last)}`
}
