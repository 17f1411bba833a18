import { formatFigure } from '../../format/number.ts'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import { DataTable } from '../table/data-table.tsx'
import type { Column } from '../table/table-rows.tsx'
import { ChartFigure } from './chart-figure.tsx'
import { formatValue, ScatterPlot, type ScatterPlotProps, type ScatterPoint } from './scatter-plot.tsx'

interface ScatterChartProps extends Omit<ScatterPlotProps, 'isFull'> {
  title: string
  /** The header of the column of points: 'Run'. */
  pointLabel: string
  /** A sentence about what has no point. */
  remark?: string | undefined
}

/** One point for each item with two values, and both as a table. */
export function ScatterChart({ title, pointLabel, remark, ...plot }: ScatterChartProps) {
  const { label, points, xLabel, yLabel } = plot
  const columns: Column<ScatterPoint>[] = [
    { id: 'name', header: pointLabel, cell: ({ name }) => name },
    {
      id: 'x',
      header: xLabel,
      numeric: points.every(({ x }) => typeof x === 'number'),
      cell: ({ x }) => <span title={String(x)}>{formatValue(x)}</span>,
    },
    {
      id: 'y',
      header: yLabel,
      numeric: true,
      cell: ({ y, isBest }) => (
        <span title={String(y)}>
          {formatFigure(y)}
          {isBest && ' (best)'}
        </span>
      ),
    },
  ]
  return (
    <ChartFigure
      title={title}
      legend={<span className={classNames(text.tiny, text.strong, text.cut)}>{yLabel}</span>}
      remark={remark}
      table={
        <DataTable
          name={label}
          bare
          columns={columns}
          rows={points}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
        />
      }
    >
      {(isFull) => <ScatterPlot {...plot} isFull={isFull} />}
    </ChartFigure>
  )
}
