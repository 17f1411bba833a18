import type { ReplyOf } from '@podium/contract/call.ts'
import { roleLabels } from '@podium/contract/permissions.ts'
import { readEngine } from '@podium/contract/system.ts'
import { type ExecutionSpec, tierLabels } from '@podium/contract/tiers.ts'
import {
  readInstanceType,
  readMemberSummary,
  readWorkspaceUse,
  type Usage,
  type Workspace,
} from '@podium/contract/workspaces.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { NOTHING } from '../../../format/nothing.ts'
import { formatNumber } from '../../../format/number.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DefinitionList } from '../../../ui/layout/definition-list.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { type Column, RowName } from '../../../ui/table/table-rows.tsx'
import { Amount, unitNote } from '../components/amount.tsx'
import { type InstanceType, offerOf } from '../components/instance-types.ts'
import { MonthsCard, StorageCard } from './use-cards.tsx'

type Engine = ReplyOf<typeof readEngine>

interface Limit {
  spec: ExecutionSpec
  /** undefined while it loads, and where the type is not known any more */
  type: InstanceType | undefined
  engine: Engine | undefined
}

type Summary = ReplyOf<typeof readMemberSummary>

const MONTHS = { loading: 'Loading the use by month', failed: 'The use by month could not be read' }
const WORDS = { loading: 'Loading the use', failed: 'The use could not be read' }

const usageColumns: readonly Column<Usage>[] = [
  { id: 'service_name', header: 'Service Name', cell: ({ service_name }) => service_name },
  { id: 'amount', header: 'Amount', numeric: true, cell: (usage) => <Amount of={usage} /> },
]

const limitColumns: readonly Column<Limit>[] = [
  { id: 'tier', header: 'Tier', cell: ({ spec }) => <RowName>{tierLabels[spec.name]}</RowName> },
  {
    id: 'instance',
    header: 'Instance Type',
    cell: ({ spec }) => <span className={text.mono}>{spec.instance}</span>,
  },
  { id: 'offers', header: 'Offers', cell: ({ type }) => (type ? offerOf(type) : NOTHING) },
  {
    id: 'gets',
    header: 'A run gets',
    cell: ({ type, engine }) => (type && engine ? grantedOf(type, engine) : NOTHING),
  },
  { id: 'source', header: 'Known from', cell: ({ type }) => type?.source ?? NOTHING },
]

/** What a run may get here, what was used and by how many people, and what is stored. */
export function UseTab({ workspace }: { workspace: Workspace }) {
  const ofId = { params: { id: workspace.id } }
  const query = useQuery(q(readMemberSummary, ofId))
  const use = useQuery(q(readWorkspaceUse, ofId))
  return (
    <div className={layout.stack}>
      <LimitsCard workspace={workspace} />
      {use.data ? (
        <div className={layout.columns}>
          <div className={layout.seven}>
            <MonthsCard months={use.data.months} />
          </div>
          <div className={layout.five}>
            <StorageCard storage={use.data.storage} />
          </div>
        </div>
      ) : (
        <Card flush>{queryPlaceholder(use, MONTHS, { rows: 6 })}</Card>
      )}
      {query.data ? (
        <div className={layout.columns}>
          <div className={layout.seven}>
            <UsageCard usage={query.data.usage} />
          </div>
          <div className={layout.five}>
            <PeopleCard summary={query.data} />
          </div>
        </div>
      ) : (
        <Card flush>{queryPlaceholder(query, WORDS, { rows: 3 })}</Card>
      )}
    </div>
  )
}

/** What each tier offers, and what a run really gets of it on this engine. */
function LimitsCard({ workspace: { execution_specs } }: { workspace: Workspace }) {
  const engine = useQuery(q(readEngine))
  const types = useQueries({
    queries: execution_specs.map(({ instance }) => ({
      ...q(readInstanceType, { query: { instance_type: instance } }),
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  const limits = execution_specs.map((spec, at) => ({
    spec,
    type: types[at]?.data,
    engine: engine.data,
  }))
  return (
    <Card
      title="Limits"
      note="what a run gets at most"
      flush
      footer="A run that asks for a tier that is not offered gets the nearest of its kind."
    >
      <DataTable<Limit>
        name="Limits"
        bare
        columns={limitColumns}
        rows={limits}
        rowId={({ spec }) => spec.name}
        rowName={({ spec }) => tierLabels[spec.name]}
        placeholder={execution_specs.length === 0 && <EmptyState title="No tier is offered yet" />}
      />
    </Card>
  )
}

/** Never more than the largest the engine has. */
function grantedOf(type: InstanceType, { largest }: Engine): string {
  return offerOf({
    ...type,
    vcpu: Math.min(type.vcpu, largest.cpu),
    memory_gib: Math.min(type.memory_gib, roundedGib(largest.memory_mib)),
    gpu_count: Math.min(type.gpu_count, largest.gpu),
  })
}

function roundedGib(mib: number): number {
  return Math.round((mib / 1024) * 100) / 100
}

function UsageCard({ usage }: { usage: readonly Usage[] }) {
  return (
    <Card title="Use by service" flush footer={`All that was used so far, ${unitNote(usage)}.`}>
      <DataTable<Usage>
        name="Use by service"
        bare
        columns={usageColumns}
        rows={usage}
        rowId={({ service_name }) => service_name}
        rowName={({ service_name }) => service_name}
      />
    </Card>
  )
}

function PeopleCard({ summary: { total, by_role, active_30_days } }: { summary: Summary }) {
  const roles = (['MANAGER', 'DEVELOPER', 'MEMBER'] as const).map((role) => ({
    term: roleLabels[role],
    value: formatNumber(by_role[role]),
  }))
  return (
    <Card title="People">
      <DefinitionList
        items={[
          { term: 'Members', value: formatNumber(total) },
          ...roles,
          { term: 'Signed in within 30 days', value: formatNumber(active_30_days) },
        ]}
      />
    </Card>
  )
}
