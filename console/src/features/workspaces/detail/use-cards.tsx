import type { ReplyOf } from '@podium/contract/call.ts'
import type { readWorkspaceUse, Usage } from '@podium/contract/workspaces.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { type Column, RowName } from '../../../ui/table/table-rows.tsx'
import { Amount, sizeOf, type Used, unitNote } from '../components/amount.tsx'
import styles from './detail.module.css'

type Month = ReplyOf<typeof readWorkspaceUse>['months'][number]

const TONES = [
  { tone: 'training', label: 'Training' },
  { tone: 'inference', label: 'Inference' },
] as const

type Stored = ReplyOf<typeof readWorkspaceUse>['storage'][number]

const KINDS: Record<Stored['kind'], string> = {
  solutions: 'Solutions',
  datasets: 'Data sets',
  uploads: 'Uploads',
  runs: 'Runs',
}

/** What runs used in each of the last six months, drawn and in figures; the newest first, as people ask for it. */
export function MonthsCard({ months }: { months: readonly Month[] }) {
  const most = Math.max(...months.map(({ usage }) => sumOf(usage)))
  return (
    <Card
      title="Use by month"
      note="the last six, in UTC"
      aside={<UseLegend tones={TONES} />}
      flush
      footer={`The first row is the current month so far; ${unitNote(months.flatMap(({ usage }) => usage))}.`}
    >
      <DataTable<Month>
        name="Use by month"
        bare
        columns={monthColumns(most)}
        rows={months.toReversed()}
        rowId={({ month }) => month}
        rowName={({ month }) => monthWords(month)}
      />
    </Card>
  )
}

function monthColumns(most: number): readonly Column<Month>[] {
  return [
    { id: 'month', header: 'Month', cell: ({ month }) => <RowName>{monthWords(month)}</RowName> },
    ...TONES.map(({ tone, label }) => ({
      id: tone,
      header: label,
      numeric: true,
      cell: ({ usage }: Month) => <Amount of={usedFor(label, usage)} />,
    })),
    {
      id: 'bar',
      header: 'Together',
      cell: ({ usage }) => (
        <UseBar
          most={most}
          parts={TONES.map(({ tone, label }) => ({ tone, amount: sizeOf(usedFor(label, usage)) }))}
        />
      ),
    },
  ]
}

function usedFor(service: Usage['service_name'], usage: readonly Usage[]): Used {
  return usage.find(({ service_name }) => service_name === service) ?? { amount: 0, unit: 'hours' }
}

function sumOf(usage: readonly Usage[]): number {
  return usage.reduce((sum, used) => sum + sizeOf(used), 0)
}

/** '2026/11' of '2026-11', as dates are written here. */
function monthWords(month: string): string {
  return month.replace('-', '/')
}

/** What the files of the workspace take now, by where they came from. */
export function StorageCard({ storage }: { storage: readonly Stored[] }) {
  const total = storage.reduce((sum, { bytes }) => sum + bytes, 0)
  return (
    <Card title="Storage" note={formatFileSize(total)} flush footer="Runs: their artifacts, without logs.">
      <DataTable<Stored>
        name="Storage"
        bare
        columns={storageColumns(total)}
        rows={storage}
        rowId={({ kind }) => kind}
        rowName={({ kind }) => KINDS[kind]}
      />
    </Card>
  )
}

function storageColumns(total: number): readonly Column<Stored>[] {
  return [
    { id: 'kind', header: 'Kind', cell: ({ kind }) => <RowName>{KINDS[kind]}</RowName> },
    { id: 'size', header: 'Size', numeric: true, cell: ({ bytes }) => formatFileSize(bytes) },
    {
      id: 'share',
      header: 'Share',
      cell: ({ bytes }) => <UseBar most={total} parts={[{ tone: 'storage', amount: bytes }]} />,
    },
  ]
}

type Tone = 'training' | 'inference' | 'storage'

interface UseBarProps {
  parts: readonly { tone: Tone; amount: number }[]
  /** the amount of a full bar */
  most: number
}

/** Amounts one after the other, drawn to a scale that all bars of a table share; the figures are beside it. */
function UseBar({ parts, most }: UseBarProps) {
  const width = (amount: number) => (most > 0 ? (amount / most) * 100 : 0)
  let from = 0
  return (
    <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="8" />
      {parts.map(({ tone, amount }) => {
        const x = from
        from += width(amount)
        return <rect key={tone} x={x} width={width(amount)} height="8" className={styles[tone]} />
      })}
    </svg>
  )
}

/** Which colour is what. */
function UseLegend({ tones }: { tones: readonly { tone: Tone; label: string }[] }) {
  return (
    <ul className={classNames(styles.legend, text.tiny, text.muted)}>
      {tones.map(({ tone, label }) => (
        <li key={tone} className={layout.row}>
          <span className={classNames(styles.swatch, styles[tone])} />
          {label}
        </li>
      ))}
    </ul>
  )
}
