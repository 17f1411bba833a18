import type { ModelInfo } from '@podium/contract/calls/models.ts'
import { directionOf } from '@podium/contract/rules/figure-direction.ts'
import { Suspense, useState } from 'react'
import { NOTHING } from '../../../format/nothing.ts'
import { countOf, formatExact, formatFigure } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { TextButton } from '../../../ui/button/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Select } from '../../../ui/form/select.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { lazyPart } from '../../../ui/lazy/lazy.tsx'
import styles from './model-page.module.css'

/** Compares the figures with those of the model before it in its stream, and charts one over the versions. */
export function FiguresCard({ model }: { model: ModelInfo }) {
  const { metrics, previous, history } = model
  const names = Object.keys(metrics)
  const [chosen, setChosen] = useState(names[0] ?? '')
  const [isWhole, setWhole] = useState(false)
  if (names.length === 0)
    return (
      <Card title="Figures">
        <p className={text.muted}>Its run reported no figures.</p>
      </Card>
    )
  const changed = names.filter((name) => metrics[name] !== previous?.metrics[name])
  const equal = names.length - changed.length
  const folds = equal > 0 && changed.length > 0
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
          {(folds && !isWhole ? changed : names).map((name) => (
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
              {previous && (
                <td>
                  <Change name={name} before={previous.metrics[name]} now={metrics[name]} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {folds && (
        <p className={classNames(text.small, text.muted, styles.folded)}>
          {countOf(equal, 'identical row')} {isWhole ? 'shown' : 'hidden'}{' '}
          <TextButton onClick={() => setWhole(!isWhole)}>{isWhole ? 'Hide' : 'Show'}</TextButton>
        </p>
      )}
      {history.length > 1 && (
        <section aria-label={`The models of ${model.stream_name}`} className={styles.history}>
          <div className={classNames(layout.wrap, layout.between)}>
            <h3>By model version</h3>
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

interface ChangeProps {
  name: string
  before: number | undefined
  now: number | undefined
}

/** A difference such as '+0.0132', green for better and crimson for worse if the figure's name says which is which. */
function Change({ name, before, now }: ChangeProps) {
  const change = before === undefined || now === undefined ? 0 : now - before
  if (change === 0) return <span className={text.muted}>{NOTHING}</span>
  const direction = change > 0 ? 'up' : 'down'
  // Digits beyond those that the figures show are rounding errors.
  const words = `${change > 0 ? '+' : '−'}${formatFigure(Math.abs(Number(change.toPrecision(6))))}`
  const better = directionOf(name)
  if (better === undefined) return words
  return (
    <span className={better === direction ? text.green : text.crimson}>
      {words}
      <span className={text.hidden}> ({better === direction ? 'better' : 'worse'})</span>
    </span>
  )
}

const LineChart = lazyPart(async () => (await import('../../../ui/chart/line-chart.tsx')).LineChart)

/** Charts a figure over the versions of the stream's models, with a dot for this one. */
function HistoryChart({ model, figure }: { model: ModelInfo; figure: string }) {
  const names = new Map(model.history.map(({ version }) => [numberOf(version), formatVersion(version)]))
  const points = model.history.flatMap(({ version, metrics: { [figure]: value } }) =>
    value === undefined ? [] : [[numberOf(version), 0, value] as const],
  )
  const own = points.filter(([number]) => number === numberOf(model.version))
  return (
    <Suspense>
      <LineChart
        key={figure}
        title={`${figure} by model version`}
        label={`${figure} over the models of ${model.stream_name}`}
        nameOf={(number) => names.get(number) ?? ''}
        series={[
          { id: 'all', name: figure, points },
          { id: 'own', name: 'this model', color: 'var(--accent)', points: own },
        ]}
      />
    </Suspense>
  )
}

/** Returns 7 for '3.7'. */
function numberOf(version: string): number {
  return Number(version.split('.').at(-1))
}
