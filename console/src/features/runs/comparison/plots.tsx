import type { ComparedRun } from '@podium/contract/run-comparison.ts'
import { listSeries } from '@podium/contract/run-series.ts'
import { isLive } from '@podium/contract/run-state.ts'
import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { q } from '../../../api/query.ts'
import { countOf } from '../../../format/number.ts'
import { paths } from '../../../navigation/paths.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { LineChart } from '../../../ui/chart/line-chart.tsx'
import { ScatterChart } from '../../../ui/chart/scatter-chart.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { LookControls, PLAIN_LOOK } from '../figures/curve-look.tsx'
import styles from './comparison.module.css'
import { figureNames, numberOf, numericParameters, seriesNames } from './differences.ts'
import type { Comparison } from './use-comparison.ts'

interface PlotsProps {
  runs: readonly ComparedRun[]
  comparison: Comparison
  colorOf: (id: string) => string
}

/** What the runs have in common, drawn: a figure over their steps, and a parameter against a figure. */
export function Plots(props: PlotsProps) {
  return (
    <div className={styles.plots}>
      <CurvesCard {...props} />
      <ScatterCard {...props} />
    </div>
  )
}

function CurvesCard({ runs, comparison, colorOf }: PlotsProps) {
  const names = seriesNames(runs)
  const figure = chosenOf(names, comparison.figure)
  return (
    <Card
      title="Curves"
      trailing={
        figure !== undefined && (
          <NameSelect
            label="Figure"
            names={names}
            value={figure}
            onChange={(figure) => comparison.choose({ figure })}
          />
        )
      }
      flush
    >
      {figure === undefined ? (
        <EmptyState title="None of these runs wrote a figure over its steps" />
      ) : (
        <Curves runs={runs} figure={figure} colorOf={colorOf} />
      )}
    </Card>
  )
}

/** As many points of a line as the width of a chart shows. */
const POINTS = 500
const REREAD_MS = 15_000

interface CurvesProps extends Omit<PlotsProps, 'comparison'> {
  figure: string
}

function Curves({ runs, figure, colorOf }: CurvesProps) {
  const [look, setLook] = useState(PLAIN_LOOK)
  const drawn = runs.filter(({ series }) => series.includes(figure))
  const { curves, failed, retry } = useQueries({
    queries: drawn.map(({ id, state }) => ({
      ...q(listSeries, { params: { id }, query: { names: figure, points: POINTS } }),
      refetchInterval: isLive(state) ? REREAD_MS : (false as const),
    })),
    combine: (answers) => ({
      curves: answers.every(({ data, error }) => data || error) ? answers.map(({ data }) => data) : undefined,
      failed: answers.filter(({ error }) => error).length,
      retry: () => {
        for (const { error, refetch } of answers) if (error) void refetch()
      },
    }),
  })
  const series = curves?.flatMap((answer, at) => {
    const points = answer?.series.find(({ name }) => name === figure)?.points
    const run = drawn[at]
    return points && run ? [{ id: run.id, name: run.name, color: colorOf(run.id), points }] : []
  })
  if (!series) return <SkeletonRows label={`Loading ${figure}`} rows={6} />
  return (
    <>
      <LookControls look={look} onChange={setLook}>
        {null}
      </LookControls>
      {failed > 0 && (
        <ErrorState title={`${countOf(failed, 'curve')} could not be read`} detail="" onRetry={retry} />
      )}
      <div className={styles.chart}>
        <LineChart
          title={figure}
          label={`${figure} of ${countOf(series.length, 'run')}`}
          series={series}
          axis={look.axis === 'step' ? 'step' : 'elapsed'}
          logarithmic={look.logarithmic}
          smoothing={look.smoothing}
        />
      </div>
    </>
  )
}

function ScatterCard({ runs, comparison, colorOf }: PlotsProps) {
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const [parameters, figures] = [numericParameters(runs), figureNames(runs)]
  const x = chosenOf(parameters, comparison.x)
  const y = chosenOf(figures, comparison.y)
  const points = runs.flatMap((run) => {
    const [across, up] = [numberOf(run, x ?? ''), run.metrics[y ?? '']]
    if (across === undefined || up === undefined) return []
    return [{ id: run.id, name: run.name, color: colorOf(run.id), x: across, y: up }]
  })
  return (
    <Card
      title="Parameter and figure"
      trailing={
        x !== undefined &&
        y !== undefined && (
          <>
            <NameSelect
              label="Parameter"
              names={parameters}
              value={x}
              onChange={(x) => comparison.choose({ x })}
            />
            <NameSelect
              label="Figure of the scatter"
              names={figures}
              value={y}
              onChange={(y) => comparison.choose({ y })}
            />
          </>
        )
      }
    >
      {x === undefined || y === undefined ? (
        <EmptyState title="These runs have no parameter that is a number, or no figure" />
      ) : (
        <ScatterChart
          label={`${x} against ${y} of ${countOf(points.length, 'run')}`}
          points={points}
          xLabel={spans(points) ? `${x}, logarithmic` : x}
          yLabel={y}
          xLogarithmic={spans(points)}
          onPick={(id) => void navigate(paths.run(id, { ws }))}
        />
      )}
    </Card>
  )
}

/** Whether the values lie so far apart that an even scale would press most of them together. */
function spans(points: readonly { x: number }[]): boolean {
  const values = points.map(({ x }) => x)
  return values.length > 1 && Math.min(...values) > 0 && Math.max(...values) / Math.min(...values) >= 50
}

function chosenOf(names: readonly string[], chosen: string | undefined): string | undefined {
  return chosen !== undefined && names.includes(chosen) ? chosen : names[0]
}

interface NameSelectProps {
  label: string
  names: readonly string[]
  value: string
  onChange: (name: string) => void
}

function NameSelect({ label, names, value, onChange }: NameSelectProps) {
  return (
    <Select
      small
      aria-label={label}
      value={value}
      options={names.map((name) => ({ value: name, label: name }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
