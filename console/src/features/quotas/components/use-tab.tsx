import { readQuotas } from '@podium/contract/calls/quotas.ts'
import { readEngine } from '@podium/contract/calls/system.ts'
import { readMemberSummary, readWorkspaceUse, type Usage } from '@podium/contract/calls/workspace-use.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { type ExecutionSpec, tierLabels } from '@podium/contract/rules/tiers.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { NOTHING } from '../../../format/nothing.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DataTable, type DataTableProps } from '../../../ui/table/data-table.tsx'
import { type Column, RowName } from '../../../ui/table/table-rows.tsx'
import { Mono } from '../../../ui/text/mono.tsx'
import { Amount, moneyNote, sizeOf, totalOf, type Used } from '../../workspaces/components/amount.tsx'
import { offerOf } from '../../workspaces/components/instance-types.ts'
import {
  granted,
  impossible,
  inTierOrder,
  limitSentence,
  placeOf,
} from '../../workspaces/components/tier-limits.ts'
import { useInstanceTypes } from '../../workspaces/components/use-instance-types.ts'
import { QuotaCards, WIDTHS } from '../quota-cards.tsx'
import { storedWords } from './quota-words.ts'
import styles from './use-tab.module.css'

type Month = ReplyOf<typeof readWorkspaceUse>['months'][number]

const SERVICES = [
  { tone: 'training', label: 'Training', width: WIDTHS.value },
  { tone: 'inference', label: 'Inference', width: 'auto' },
] as const

/** The limits of the workspace, what a run of each tier gets, and what was used. */
export function UseTab({ workspace }: { workspace: Workspace }) {
  const use = useQuery(q(readWorkspaceUse, { params: { id: workspace.id } }))
  return (
    <div className={classNames(layout.stack, styles.use)}>
      <QuotaCards workspace={workspace} />
      <TiersCard specs={workspace.execution_specs} />
      {use.data ? (
        <MonthsCard id={workspace.id} months={monthsOf(workspace, use.data.months)} />
      ) : (
        <Card flush>{queryPlaceholder(use, 'the use by month', { rows: 6 })}</Card>
      )}
    </div>
  )
}

/** Returns the months in which the workspace existed. */
function monthsOf({ created_at }: Workspace, months: readonly Month[]): Month[] {
  return months.filter(({ month }) => month >= created_at.slice(0, 'YYYY-MM'.length))
}

/** The size of each tier, and what a run really gets of it on this engine. */
function TiersCard({ specs }: { specs: readonly ExecutionSpec[] }) {
  const engine = useQuery(q(readEngine)).data
  const types = useInstanceTypes(specs)

  /** A dash while the type loads, and if it is no longer known. */
  function offersCell({ instance }: ExecutionSpec) {
    const type = types.get(instance)
    return type ? offerOf(type) : NOTHING
  }

  /** Shows what a run gets, and what the engine cannot provide of the tier. */
  function getsCell(spec: ExecutionSpec) {
    const type = types.get(spec.instance)
    const refusal = impossible(spec.name, type, engine)
    const isLess = limitSentence(type, engine) !== undefined
    if (refusal !== undefined) return <span className={text.muted}>{refusal}</span>
    return (
      <>
        {type && engine ? offerOf(granted(type, engine)) : NOTHING}
        {isLess && engine && (
          <span className={classNames(text.sub, text.warn)}>limited by {placeOf(engine)}</span>
        )}
      </>
    )
  }

  return (
    <TableCard<ExecutionSpec>
      title="Tiers"
      footer="If a tier is not offered, a run uses the nearest of the same kind."
      tall
      columns={[
        {
          id: 'tier',
          header: 'Tier',
          width: WIDTHS.label,
          cell: ({ name }) => <RowName>{tierLabels[name]}</RowName>,
        },
        {
          id: 'instance',
          header: 'Instance Type',
          width: WIDTHS.value,
          cell: ({ instance }) => <Mono>{instance}</Mono>,
        },
        { id: 'offers', header: 'Offers', width: WIDTHS.label, cell: offersCell },
        { id: 'gets', header: 'A run gets', width: 'auto', cell: getsCell },
      ]}
      rows={inTierOrder(specs)}
      rowId={({ name }) => name}
      placeholder={specs.length === 0 && <EmptyState title="No tier is offered yet" />}
    />
  )
}

/**
 * The use of runs in each of the last six months, newest first. Bars are drawn for several months; a single one has
 * nothing to compare with.
 */
function MonthsCard({ id, months }: { id: string; months: readonly Month[] }) {
  const isDrawn = months.length > 1
  const newest = months.at(-1)?.month
  const full = roundAbove(Math.max(...months.map(({ usage }) => sizeOf(totalOf(usage)))))
  return (
    <TableCard<Month>
      title="Use by month"
      note="up to six months, UTC"
      trailing={
        isDrawn ? (
          <ul className={classNames(layout.wrap, styles.legend)}>
            {SERVICES.map(({ tone, label }) => (
              <li key={label} className={layout.row}>
                <svg width="12" height="12" aria-hidden="true">
                  <rect width="12" height="12" rx="2" className={styles[tone]} />
                </svg>
                {label}
              </li>
            ))}
          </ul>
        ) : undefined
      }
      footer={isDrawn ? <InAll id={id} /> : moneyNote(months.flatMap(({ usage }) => usage))}
      columns={[
        {
          id: 'month',
          header: 'Month',
          width: WIDTHS.label,
          cell: ({ month }) => (
            <RowName>
              {/* The date format of the console. */}
              {month.replace('-', '/')}
              {month === newest && <span className={text.muted}> so far</span>}
            </RowName>
          ),
        },
        isDrawn
          ? {
              id: 'Total',
              header: 'Total',
              width: WIDTHS.first,
              onPhone: 'line',
              cell: ({ usage }) =>
                sizeOf(totalOf(usage)) === 0 ? <Zero /> : <UseBar usage={usage} full={full} />,
            }
          : amountColumn('Total', WIDTHS.first, totalOf),
        ...SERVICES.map(({ label, width }) => amountColumn(label, width, (usage) => usedFor(label, usage))),
      ]}
      rows={months.toReversed()}
      rowId={({ month }) => month}
    />
  )
}

/** The use of each service since the beginning. */
function InAll({ id }: { id: string }) {
  const { data, error } = useQuery(q(readMemberSummary, { params: { id } }))
  // The sum is in hundredths of a GiB, which is too coarse for most workspaces.
  const storedGib = useQuery(q(readQuotas, { params: { id } })).data?.use.storage_gib
  if (error) return 'The use in all could not be read.'
  if (!data) return 'Loading the use in all.'
  const note = moneyNote(data.usage)
  return (
    <>
      In all:{' '}
      {data.usage.map((used, at) => (
        <span key={used.service_name}>
          {at > 0 && ', '}
          {used.service_name}{' '}
          {used.unit === 'GiB' && storedGib !== undefined ? storedWords(storedGib) : <Amount of={used} />}
        </span>
      ))}
      {note && `; ${note}`}.
    </>
  )
}

function amountColumn(
  header: string,
  width: string,
  usedOf: (usage: readonly Usage[]) => Used,
): Column<Month> {
  return {
    id: header,
    header,
    width,
    numeric: true,
    cell({ usage }) {
      const used = usedOf(usage)
      return sizeOf(used) === 0 ? <Zero /> : <Amount of={used} />
    },
  }
}

function Zero() {
  return <span className={text.muted}>{NOTHING}</span>
}

function usedFor(service: Usage['service_name'], usage: readonly Usage[]): Used {
  return usage.find(({ service_name }) => service_name === service) ?? { amount: 0, unit: 'hours' }
}

const ROUND = [1, 2, 3, 4, 5, 6, 8, 10]

/** Returns the next round amount that is not below: 1, 2, 3… 8, 10, 20… */
function roundAbove(amount: number): number {
  const power = 10 ** Math.max(Math.floor(Math.log10(Math.max(amount, 1))), 0)
  return power * (ROUND.find((times) => times * power >= amount) ?? 10)
}

interface TableCardProps<Row extends object>
  extends Pick<DataTableProps<Row>, 'columns' | 'rows' | 'rowId' | 'placeholder' | 'tall'> {
  title: string
  note?: string
  trailing?: ReactNode
  footer: ReactNode
}

/** A card with a table of a few rows, without a menu. */
function TableCard<Row extends object>(props: TableCardProps<Row>) {
  const { title, note, trailing, footer, ...table } = props
  return (
    <Card
      title={title}
      note={note}
      trailing={trailing}
      footer={footer && <span className={text.muted}>{footer}</span>}
      flush
    >
      <DataTable<Row> {...table} name={title} bare rowName={table.rowId} />
    </Card>
  )
}

interface UseBarProps {
  usage: readonly Usage[]
  /** the amount that fills the bar */
  full: number
}

/** A bar with one part per service, on a scale shared by all bars of the table, and the sum at its end. */
function UseBar({ usage, full }: UseBarProps) {
  const total = totalOf(usage)
  const size = sizeOf(total)
  let from = 0
  return (
    <span className={styles.total}>
      <svg
        viewBox={`0 0 ${size} 8`}
        preserveAspectRatio="none"
        aria-hidden="true"
        style={{ width: `${(size / full) * 100}%` }}
      >
        {SERVICES.map(({ tone, label }) => {
          const [x, width] = [from, sizeOf(usedFor(label, usage))]
          from += width
          return <rect key={tone} x={x} width={width} height="8" className={styles[tone]} />
        })}
      </svg>
      <Amount of={total} />
    </span>
  )
}
