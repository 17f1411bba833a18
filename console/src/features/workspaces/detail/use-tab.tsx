import type { ReplyOf } from '@podium/contract/call.ts'
import { roleLabels } from '@podium/contract/permissions.ts'
import { readEngine } from '@podium/contract/system.ts'
import { type ExecutionSpec, tierLabels } from '@podium/contract/tiers.ts'
import { readMemberSummary, readWorkspaceUse, type Usage } from '@podium/contract/workspace-use.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { NOTHING } from '../../../format/nothing.ts'
import { formatNumber } from '../../../format/number.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DefinitionList } from '../../../ui/layout/definition-list.tsx'
import { DataTable, type DataTableProps } from '../../../ui/table/data-table.tsx'
import { RowName } from '../../../ui/table/table-rows.tsx'
import { Amount, sizeOf, type Used, unitNote } from '../components/amount.tsx'
import { type InstanceType, offerOf } from '../components/instance-types.ts'
import { impossible, limitSentence } from '../components/tier-limits.ts'
import { useInstanceTypes } from '../components/use-instance-types.ts'
import { ROLES } from '../members/member-draft.ts'
import { QuotaCards } from '../quotas/quota-cards.tsx'
import styles from './detail.module.css'

type Month = ReplyOf<typeof readWorkspaceUse>['months'][number]

const MONTHS = { loading: 'Loading the use by month', failed: 'The use by month could not be read' }
const WORDS = { loading: 'Loading the use', failed: 'The use could not be read' }
const SERVICES = [
  { tone: 'training', label: 'Training' },
  { tone: 'inference', label: 'Inference' },
] as const

/** What a run may get here, and what was used by how many people. */
export function UseTab({ workspace }: { workspace: Workspace }) {
  const ofId = { params: { id: workspace.id } }
  const summary = useQuery(q(readMemberSummary, ofId))
  const use = useQuery(q(readWorkspaceUse, ofId))
  return (
    <div className={layout.stack}>
      <QuotaCards workspace={workspace} />
      <LimitsCard specs={workspace.execution_specs} />
      {use.data ? (
        <MonthsCard months={use.data.months} />
      ) : (
        <Card flush>{queryPlaceholder(use, MONTHS, { rows: 6 })}</Card>
      )}
      {summary.data ? (
        <div className={layout.columns}>
          <div className={layout.seven}>
            <TableCard<Usage>
              title="Use by service"
              footer={`Total use so far, ${unitNote(summary.data.usage)}.`}
              columns={[
                { id: 'service_name', header: 'Service Name', cell: ({ service_name }) => service_name },
                { id: 'amount', header: 'Amount', numeric: true, cell: (usage) => <Amount of={usage} /> },
              ]}
              rows={summary.data.usage}
              rowId={({ service_name }) => service_name}
            />
          </div>
          <div className={layout.five}>
            <Card title="People">
              <DefinitionList
                items={[
                  { term: 'Members', value: formatNumber(summary.data.total) },
                  ...ROLES.map((role) => ({
                    term: roleLabels[role],
                    value: formatNumber(summary.data.by_role[role]),
                  })),
                  { term: 'Signed in within 30 days', value: formatNumber(summary.data.active_30_days) },
                ]}
              />
            </Card>
          </div>
        </div>
      ) : (
        <Card flush>{queryPlaceholder(summary, WORDS, { rows: 3 })}</Card>
      )}
    </div>
  )
}

/** What each tier offers, and what a run really gets of it on this engine. */
function LimitsCard({ specs }: { specs: readonly ExecutionSpec[] }) {
  const engine = useQuery(q(readEngine)).data
  const types = useInstanceTypes(specs)

  /** A dash while the type loads, and where it is not known any more. */
  const typeCell = (tell: (type: InstanceType) => string | undefined) => (spec: ExecutionSpec) => {
    const type = types.get(spec.instance)
    return (type && tell(type)) ?? NOTHING
  }

  /** What a run gets, and what of the tier the engine cannot give. */
  function getsCell(spec: ExecutionSpec) {
    const type = types.get(spec.instance)
    const refusal = impossible(spec.name, type, engine)
    const less = limitSentence(type, engine)
    if (refusal !== undefined) return <span className={text.muted}>{refusal}</span>
    return (
      <>
        {(type && granted(type)) ?? NOTHING}
        {less !== undefined && <span className={text.sub}>{less}</span>}
      </>
    )
  }

  /** Never more than the largest the engine has. */
  function granted(type: InstanceType): string | undefined {
    if (!engine) return undefined
    const { cpu, memory_mib, gpu } = engine.largest
    return offerOf({
      ...type,
      vcpu: Math.min(type.vcpu, cpu),
      memory_gib: Math.min(type.memory_gib, Math.round((memory_mib / 1024) * 100) / 100),
      gpu_count: Math.min(type.gpu_count, gpu),
    })
  }

  return (
    <TableCard<ExecutionSpec>
      title="Limits"
      note="what a run gets at most"
      footer="If a tier is not offered, a run gets the nearest one of the same kind."
      tall
      columns={[
        { id: 'tier', header: 'Tier', cell: ({ name }) => <RowName>{tierLabels[name]}</RowName> },
        {
          id: 'instance',
          header: 'Instance Type',
          cell: ({ instance }) => <span className={text.mono}>{instance}</span>,
        },
        { id: 'offers', header: 'Offers', cell: typeCell(offerOf) },
        { id: 'gets', header: 'A run gets', cell: getsCell },
        { id: 'source', header: 'Source', cell: typeCell(({ source }) => source) },
      ]}
      rows={specs}
      rowId={({ name }) => name}
      placeholder={specs.length === 0 && <EmptyState title="No tier is offered yet" />}
    />
  )
}

/** What runs used in each of the last six months, drawn and in figures; the newest first, as people ask for it. */
function MonthsCard({ months }: { months: readonly Month[] }) {
  const partsOf = ({ usage }: Month) =>
    SERVICES.map(({ tone, label }) => ({ tone, amount: sizeOf(usedFor(label, usage)) }))
  const most = Math.max(...months.map(({ usage }) => usage.reduce((sum, used) => sum + sizeOf(used), 0)))
  return (
    <TableCard<Month>
      title="Use by month"
      note="the last six, in UTC"
      trailing={
        <ul className={classNames(layout.wrap, text.tiny, text.muted)}>
          {SERVICES.map(({ tone, label }) => (
            <li key={label} className={layout.row}>
              <svg width="12" height="12" aria-hidden="true">
                <rect width="12" height="12" rx="2" className={styles[tone]} />
              </svg>
              {label}
            </li>
          ))}
        </ul>
      }
      footer={`The first row is the current month so far; ${unitNote(months.flatMap(({ usage }) => usage))}.`}
      columns={[
        // As dates are written here.
        { id: 'month', header: 'Month', cell: ({ month }) => <RowName>{month.replace('-', '/')}</RowName> },
        ...SERVICES.map(({ label }) => ({
          id: label,
          header: label,
          numeric: true,
          cell: ({ usage }: Month) => <Amount of={usedFor(label, usage)} />,
        })),
        { id: 'bar', header: 'Total', cell: (month) => <UseBar most={most} parts={partsOf(month)} /> },
      ]}
      rows={months.toReversed()}
      rowId={({ month }) => month}
    />
  )
}

function usedFor(service: Usage['service_name'], usage: readonly Usage[]): Used {
  return usage.find(({ service_name }) => service_name === service) ?? { amount: 0, unit: 'hours' }
}

interface TableCardProps<Row extends object>
  extends Pick<DataTableProps<Row>, 'columns' | 'rows' | 'rowId' | 'placeholder' | 'tall'> {
  title: string
  note?: string
  trailing?: ReactNode
  footer: string
}

/** A table of a few rows without a menu, as a card. */
function TableCard<Row extends object>(props: TableCardProps<Row>) {
  const { title, note, trailing, footer, ...table } = props
  return (
    <Card title={title} note={note} trailing={trailing} footer={footer} flush>
      <DataTable<Row> {...table} name={title} bare rowName={table.rowId} />
    </Card>
  )
}

interface UseBarProps {
  parts: readonly { tone: 'training' | 'inference'; amount: number }[]
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
