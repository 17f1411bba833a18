import type { Gap, GapKind } from '@podium/contract/calls/run-series.ts'
import { useMemo, useState } from 'react'
import { formatDateTime } from '../../format/date-time.ts'
import { NOTHING } from '../../format/nothing.ts'
import { formatFigure, formatNumber } from '../../format/number.ts'
import { DataTable } from '../table/data-table.tsx'
import { Pagination } from '../table/pagination.tsx'
import type { Column } from '../table/table-rows.tsx'
import { GAP_NAMES } from './gap-names.ts'
import type { ChartAxis, ChartSeries } from './line-points.ts'

interface Row {
  step: number
  time: number
  values: ReadonlyMap<string, number | GapKind>
}

interface PointTableProps {
  label: string
  series: readonly ChartSeries[]
  axis: ChartAxis
  /** Returns a step's name if it has one, shown in place of number and time. */
  nameOf?: ((step: number) => string) | undefined
}

/** The points of a chart as a table, newest last: one row per step or time, one column per line. */
export function PointTable({ label, series, axis, nameOf }: PointTableProps) {
  const rows = useMemo(() => rowsOf(series, axis), [series, axis])
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(20)
  const columns: Column<Row>[] = [
    ...(nameOf ? [{ id: 'step', header: 'Name', cell: ({ step }: Row) => nameOf(step) }] : PLACES),
    ...series.map(({ id, name }) => ({
      id,
      header: name,
      numeric: true,
      cell: ({ values }: Row) => {
        const value = values.get(id)
        if (value === undefined) return NOTHING
        if (typeof value === 'string') return GAP_NAMES[value]
        return <span title={String(value)}>{formatFigure(value)}</span>
      },
    })),
  ]
  const last = Math.max(Math.ceil(rows.length / size), 1)
  const current = Math.min(page, last)
  return (
    <DataTable
      name={label}
      bare
      columns={columns}
      rows={rows.slice((current - 1) * size, current * size)}
      rowId={({ step, time }) => `${step} ${time}`}
      rowName={({ step }) => nameOf?.(step) ?? `step ${step}`}
      foot={
        <Pagination
          page={current}
          pageSize={size}
          total={rows.length}
          noun="point"
          onPage={setPage}
          onPageSize={(next) => {
            setSize(next)
            setPage(1)
          }}
        />
      }
    />
  )
}

const PLACES: readonly Column<Row>[] = [
  { id: 'step', header: 'Step', numeric: true, cell: ({ step }) => formatNumber(step) },
  {
    id: 'time',
    header: 'Time',
    cell: ({ time }) => <time dateTime={new Date(time).toISOString()}>{formatDateTime(time)}</time>,
  },
]

/** Points of several lines with the same step share a row; by time, each moment has its own. */
function rowsOf(series: readonly ChartSeries[], axis: ChartAxis): Row[] {
  const rows = new Map<number, Row & { values: Map<string, number | GapKind> }>()
  for (const { id, points, gaps = [] } of series) {
    // A number replaces a value that was not a number at its step.
    for (const [step, time, value] of [...gaps.flatMap(endsOf), ...points]) {
      const key = axis === 'step' ? step : time
      const row = rows.get(key) ?? { step, time, values: new Map() }
      row.values.set(id, value)
      rows.set(key, row)
    }
  }
  return [...rows].toSorted(([one], [other]) => one - other).map(([, row]) => row)
}

/** The first and the last value of a gap, as points. */
function endsOf({ kind, from, to, from_time, to_time }: Gap): [number, number, GapKind][] {
  return [
    [from, from_time, kind],
    [to, to_time, kind],
  ]
}
