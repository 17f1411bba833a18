import { type readStorage, STORED_KINDS } from '@podium/contract/calls/retention.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { useState } from 'react'
import { formatFileSize } from '../../format/file-size.ts'
import text from '../../theme/text.module.css'
import { ChartFigure } from '../../ui/chart/chart-figure.tsx'
import { classNames } from '../../ui/class-names.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { RowName } from '../../ui/table/table-rows.tsx'
import { STORED_LOOK, totalOf } from './kinds.ts'
import styles from './storage.module.css'

export type StoredDay = ReplyOf<typeof readStorage>['days'][number]

const TITLE = 'Storage by day'
const DAY_MS = 86_400_000
/** With fewer days there is nothing to compare. */
const FEWEST_DAYS = 3
/** Keeps the bars of a few days as narrow as those of many. */
const FEWEST_PLACES = 20
const MAX_TICKS = 4
/** The number of bars that are as wide as a date. */
const FEWEST_BETWEEN = 3

interface StorageDaysProps {
  /** in ascending order */
  days: readonly StoredDay[]
  /** in bytes */
  limit: number | null
}

/** A stacked bar for each day, with the figures in a table. */
export function StorageDays({ days, limit }: StorageDaysProps) {
  const newest = days.at(-1)
  if (!newest || days.length < FEWEST_DAYS)
    return (
      <p className={classNames(text.small, text.muted)}>A daily chart appears after three days of data.</p>
    )
  return (
    <ChartFigure title={TITLE} table={<DaysTable days={days} />}>
      {() => <DaysPlot days={days} newest={newest} limit={limit} />}
    </ChartFigure>
  )
}

function DaysPlot({ days, newest, limit }: StorageDaysProps & { newest: StoredDay }) {
  const first = days[0] ?? newest
  const places = Math.max(FEWEST_PLACES, daysBetween(first, newest) + 2)
  const top = roundAbove(Math.max(...days.map(({ bytes }) => totalOf(bytes))))
  const words = `From ${dayWords(first)} with ${formatFileSize(totalOf(first.bytes))} to ${dayWords(newest)} with ${formatFileSize(totalOf(newest.bytes))}`
  const placeOf = (day: StoredDay) => daysBetween(first, day)
  const step = Math.max(FEWEST_BETWEEN, Math.ceil(days.length / MAX_TICKS))
  const ticks = days.filter((day) => placeOf(day) % step === 0)
  const isLimitShown = limit !== null && limit <= top
  return (
    <div className={classNames(text.note, styles.plot)}>
      <div aria-hidden="true" className={styles.heights}>
        {[top, top / 2, 0].map((height) => (
          <span key={height}>{formatFileSize(height)}</span>
        ))}
      </div>
      <svg role="img" aria-label={words} viewBox={`0 0 ${places} 100`} preserveAspectRatio="none">
        <path className={styles.grid} d={`M0 0H${places}M0 50H${places}M0 100H${places}`} />
        {barsByKind(days, placeOf, top).map(({ kind, path }) => (
          <path key={kind} d={path} fill={STORED_LOOK[kind].color} />
        ))}
        {isLimitShown && <path className={styles.limit} d={`M0 ${100 - (limit / top) * 100}H${places}`} />}
        {days.map((day) => (
          <rect key={day.day} x={placeOf(day)} width="1" height="100" className={styles.place}>
            <title>{dayInWords(day)}</title>
          </rect>
        ))}
      </svg>
      <div aria-hidden="true" className={styles.ticks}>
        {ticks.map((day) => (
          <span key={day.day} style={{ left: `${(placeOf(day) / places) * 100}%` }}>
            {dayWords(day)}
          </span>
        ))}
      </div>
      {isLimitShown && <p className={styles.dashed}>Dashed: the limit, {formatFileSize(limit)}</p>}
    </div>
  )
}

/** Returns one path per kind, stacked on those of the kinds before it. */
function barsByKind(days: readonly StoredDay[], placeOf: (day: StoredDay) => number, top: number) {
  const below = new Map(days.map(({ day }) => [day, 0]))
  return STORED_KINDS.map((kind) => {
    const path = days.map((day) => {
      const from = below.get(day.day) ?? 0
      below.set(day.day, from + day.bytes[kind])
      const height = (day.bytes[kind] / top) * 100
      if (height === 0) return ''
      return `M${placeOf(day) + 0.1} ${100 - (from / top) * 100}v${-height}h0.8v${height}z`
    })
    return { kind, path: path.join('') }
  })
}

function DaysTable({ days }: { days: readonly StoredDay[] }) {
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(20)
  return (
    <DataTable<StoredDay>
      name={TITLE}
      bare
      columns={[
        { id: 'day', header: 'Day (UTC)', cell: (day) => <RowName>{dayWords(day)}</RowName> },
        ...STORED_KINDS.map((kind) => ({
          id: kind,
          header: STORED_LOOK[kind].label,
          numeric: true,
          cell: ({ bytes }: StoredDay) => formatFileSize(bytes[kind]),
        })),
        { id: 'total', header: 'Total', numeric: true, cell: ({ bytes }) => formatFileSize(totalOf(bytes)) },
      ]}
      rows={days.toReversed().slice((page - 1) * size, page * size)}
      rowId={({ day }) => day}
      rowName={({ day }) => day}
      foot={
        <Pagination
          page={page}
          pageSize={size}
          total={days.length}
          noun="day"
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

function daysBetween(one: StoredDay, other: StoredDay): number {
  return (Date.parse(other.day) - Date.parse(one.day)) / DAY_MS
}

/** The date format of the console. */
function dayWords({ day }: Pick<StoredDay, 'day'>): string {
  return day.replaceAll('-', '/')
}

function dayInWords(day: StoredDay): string {
  const kinds = STORED_KINDS.map((kind) => `${STORED_LOOK[kind].label} ${formatFileSize(day.bytes[kind])}`)
  return [`${dayWords(day)}: ${formatFileSize(totalOf(day.bytes))}`, ...kinds].join('\n')
}

const ROUND = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1024]

/** Returns the next round size that is not below: 1, 2, 5, 10… of its unit. */
function roundAbove(bytes: number): number {
  const unit = 1024 ** Math.max(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), 0)
  return (ROUND.find((times) => times * unit >= bytes) ?? 1024) * unit
}
