import type { readWorkspaceUse, Usage } from '@podium/contract/workspaces.ts'
import type { ReplyOf } from '../../../api/route-types.ts'
import { Card } from '../../../ui/layout/card.tsx'
import type { Column } from '../../../ui/table/data-table-column.ts'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { RowName } from '../../../ui/table/row-name.tsx'
import { Amount } from '../components/amount.tsx'
import { sizeOf, type Used, unitNote } from '../components/usage-words.ts'
import { UseBar, UseLegend } from './use-bar.tsx'

type Month = ReplyOf<typeof readWorkspaceUse>['months'][number]

const TONES = [
  { tone: 'training', label: 'Training' },
  { tone: 'inference', label: 'Inference' },
] as const

/** What runs used in each of the last six months, drawn and in figures; the newest first, as people ask for it. */
export function MonthsCard({ months }: { months: readonly Month[] }) {
  const most = Math.max(...months.map(({ usage }) => sumOf(usage)))
  return (
    <Card
      title="Use by month"
      note="the last six, in UTC"
      aside={<UseLegend tones={TONES} />}
      flush
      footer={`The first month is under way; ${unitNote(months.flatMap(({ usage }) => usage))}.`}
    >
      <PlainTable<Month>
        name="Use by month"
        bare
        columns={columnsTo(most)}
        rows={months.toReversed()}
        rowId={({ month }) => month}
        rowName={({ month }) => monthWords(month)}
      />
    </Card>
  )
}

function columnsTo(most: number): readonly Column<Month>[] {
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
