import type { ModelInfo } from '@podium/contract/models.ts'
import { useState } from 'react'
import { NOTHING } from '../../../format/nothing.ts'
import { formatExact, formatFigure } from '../../../format/number.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { Select } from '../../../ui/form/select.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { HistoryChart } from './history-chart.tsx'
import styles from './model-page.module.css'

/** The figures beside those of the model before it in its stream, and how one of them came about. */
export function FiguresCard({ model }: { model: ModelInfo }) {
  const { metrics, previous, history } = model
  const names = Object.keys(metrics)
  const [chosen, setChosen] = useState(names[0] ?? '')
  if (names.length === 0)
    return (
      <Card title="Figures">
        <p className={text.muted}>Its run reported no figures.</p>
      </Card>
    )
  return (
    <Card title="Figures" note={previous && `compared with ${previous.name}`} flush>
      <table aria-label="Figures of the model" className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            <th scope="col">{model.name}</th>
            {previous && <th scope="col">{previous.name}</th>}
            {previous && <th scope="col">Change</th>}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <td>{name}</td>
              <td className={text.strong}>
                <Figure value={metrics[name]} />
              </td>
              {previous && (
                <td>
                  <Figure value={previous.metrics[name]} />
                </td>
              )}
              {previous && <td>{changeOf(previous.metrics[name], metrics[name])}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {history.length > 1 && (
        <section aria-label={`The models of ${model.stream_name}`} className={styles.history}>
          <div className={classNames(layout.wrap, layout.between)}>
            <h3>The models of {model.stream_name}</h3>
            <Select
              small
              aria-label="Figure"
              value={chosen}
              options={names.map((value) => ({ value, label: value }))}
              onChange={({ currentTarget: { value } }) => setChosen(value)}
            />
          </div>
          <HistoryChart model={model} figure={chosen} />
        </section>
      )}
    </Card>
  )
}

function Figure({ value }: { value: number | undefined }) {
  if (value === undefined) return NOTHING
  return <span title={formatExact(value)}>{formatFigure(value)}</span>
}

/** '+0.0132', '−0.025', 'the same' */
function changeOf(before: number | undefined, now: number | undefined): string {
  if (before === undefined || now === undefined) return NOTHING
  const change = now - before
  if (change === 0) return 'the same'
  // The digits beyond those shown of the figures are an error of their subtraction.
  return `${change > 0 ? '+' : '−'}${formatFigure(Math.abs(Number(change.toPrecision(6))))}`
}
