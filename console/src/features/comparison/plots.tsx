import type { ComparedRun } from '@podium/contract/calls/run-comparison.ts'
import { listSeries } from '@podium/contract/calls/run-series.ts'
import { isLive } from '@podium/contract/rules/run-state.ts'
import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { q } from '../../api/query.ts'
import { countOf } from '../../format/number.ts'
import { paths } from '../../navigation/paths.ts'
import { useWorkspace } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import { LineChart } from '../../ui/chart/line-chart.tsx'
import type { ChartSeries } from '../../ui/chart/line-points.ts'
import { ScatterChart } from '../../ui/chart/scatter-chart.tsx'
import type { ScatterPoint } from '../../ui/chart/scatter-plot.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { type CurveLook, LookControls, PLAIN_LOOK } from '../figures/components/curve-look.tsx'
import figureStyles from '../figures/components/figures.module.css'
import styles from './comparison.module.css'
import { bestIn, figureNames, parameterNames, seriesNames, valuesOf } from './differences.ts'
import type { Comparison } from './use-comparison.ts'

interface PlotsProps {
  runs: readonly ComparedRun[]
  comparison: Comparison
  colorOf: (id: string) => string
}

/** Plots a figure over the steps of the runs, and a parameter against a figure. */
export function Plots(props: PlotsProps) {
  return (
    <div className={classNames(layout.stack, styles.plots)}>
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
        <EmptyState title="None of these runs recorded a figure over steps" />
      ) : (
        <Curves runs={runs} figure={figure} colorOf={colorOf} />
      )}
    </Card>
  )
}

/** The points per line, as many as the width of a chart can show. */
const POINTS = 500
const REREAD_MS = 15_000
/** Aligns the plot with that of the scatter beside it. */
const CURVES_HEIGHT = 276

interface CurvesProps extends Omit<PlotsProps, 'comparison'> {
  figure: string
}

function Curves({ runs, figure, colorOf }: CurvesProps) {
  const [chosen, setLook] = useState<CurveLook>()
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
    const { points, gaps } = answer?.series.find(({ name }) => name === figure) ?? {}
    const run = drawn[at]
    return points && run ? [{ id: run.id, name: run.name, color: colorOf(run.id), points, gaps }] : []
  })
  if (!series) return <SkeletonRows label={`Loading ${figure}`} rows={6} />
  const look = chosen ?? usualLook(series)
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
          height={CURVES_HEIGHT}
        />
      </div>
    </>
  )
}

/** Returns the default look: smooth, because the lines of several runs cross, and logarithmic for a wide range. */
function usualLook(series: readonly ChartSeries[]): CurveLook {
  const values = series.flatMap(({ points }) => points.map(([, , value]) => value))
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return { ...PLAIN_LOOK, smoothing: 0.6, logarithmic: low > 0 && high / low > 100 }
}

function ScatterCard({ runs, comparison, colorOf }: PlotsProps) {
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const figures = figureNames(runs)
  const y = chosenOf(figures, comparison.y)
  // Only the runs that are drawn count: a parameter that other runs lack is no difference between these.
  const parameters = parameterNames(runs.filter(({ metrics }) => y !== undefined && y in metrics))
  // Older addresses have the step of the parameter.
  const isAsked = (name: string) => comparison.x === name || comparison.x?.endsWith(`.${name}`)
  const x = parameters.find(isAsked) ?? parameters[0]
  const points = x === undefined || y === undefined ? [] : pointsOf(runs, x, y, colorOf)
  return (
    <Card
      title="Parameter and figure"
      trailing={
        x !== undefined &&
        y !== undefined && (
          <NameSelect
            label="Figure of the scatter"
            names={figures}
            value={y}
            onChange={(y) => comparison.choose({ y })}
          />
        )
      }
      flush
    >
      {x === undefined || y === undefined ? (
        <EmptyState title="These runs have no parameter, or no figure" />
      ) : (
        <>
          <div className={figureStyles.controls}>
            <span aria-hidden="true">Parameter</span>
            <NameSelect
              label="Parameter"
              names={parameters}
              value={x}
              onChange={(x) => comparison.choose({ x })}
            />
          </div>
          <div className={classNames(styles.chart, styles.scatter)}>
            <ScatterChart
              title={`${x} and ${y}`}
              label={`${x} against ${y} of ${countOf(points.length, 'run')}`}
              points={points}
              pointLabel="Run"
              xLabel={x}
              yLabel={y}
              remark={remarkOn(points, runs.length - points.length, `${x} or ${y}`)}
              onPick={(id) => void navigate(paths.run(id, { ws }))}
            />
          </div>
        </>
      )}
    </Card>
  )
}

/** Explains the ring, and says how many runs have no point. */
function remarkOn(points: readonly ScatterPoint[], others: number, lacked: string): string | undefined {
  const ring = points.some(({ isBest }) => isBest) ? ['The best run has a ring.'] : []
  const verb = others === 1 ? 'is' : 'are'
  const left = others === 0 ? [] : [`${countOf(others, 'run')} without ${lacked} ${verb} not shown.`]
  return [...ring, ...left].join(' ') || undefined
}

/** Returns a point for each run that has both values. */
function pointsOf(
  runs: readonly ComparedRun[],
  parameter: string,
  figure: string,
  colorOf: (id: string) => string,
): ScatterPoint[] {
  const values = valuesOf(runs, parameter)
  const isBest = bestIn(runs, figure)
  return runs.flatMap((run, at) => {
    const [x, y] = [values[at], run.metrics[figure]]
    if (x === undefined || y === undefined) return []
    return [{ id: run.id, name: run.name, color: colorOf(run.id), x, y, isBest: isBest(run) }]
  })
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
      className={styles.choice}
      aria-label={label}
      value={value}
      options={names.map((name) => ({ value: name, label: name }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
