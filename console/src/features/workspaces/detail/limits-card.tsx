import { readEngine } from '@podium/contract/system.ts'
import { type ExecutionSpec, tierLabels } from '@podium/contract/tiers.ts'
import { readInstanceType, type Workspace } from '@podium/contract/workspaces.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import type { ReplyOf } from '../../../api/route-types.ts'
import { NOTHING } from '../../../format/nothing.ts'
import text from '../../../theme/text.module.css'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { Column } from '../../../ui/table/data-table-column.ts'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { RowName } from '../../../ui/table/row-name.tsx'
import { type InstanceType, offerOf } from '../components/instance-types.ts'

type Engine = ReplyOf<typeof readEngine>

interface Limit {
  spec: ExecutionSpec
  /** undefined while it loads, and where the type is not known any more */
  type: InstanceType | undefined
  engine: Engine | undefined
}

const columns: readonly Column<Limit>[] = [
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

/** What each tier stands for, and what a run really gets of it on this engine. */
export function LimitsCard({ workspace: { execution_specs } }: { workspace: Workspace }) {
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
      <PlainTable<Limit>
        name="Limits"
        bare
        columns={columns}
        rows={limits}
        rowId={({ spec }) => spec.name}
        rowName={({ spec }) => tierLabels[spec.name]}
        instead={execution_specs.length === 0 && <EmptyState title="No tier is offered yet" />}
      />
    </Card>
  )
}

/** Never more than the largest the engine has. */
function grantedOf(type: InstanceType, { largest }: Engine): string {
  return offerOf({
    vcpu: Math.min(type.vcpu, largest.cpu),
    memory_gib: Math.min(type.memory_gib, roundedGib(largest.memory_mib)),
    gpu_count: Math.min(type.gpu_count, largest.gpu),
    gpu_name: type.gpu_name,
  })
}

function roundedGib(mib: number): number {
  return Math.round((mib / 1024) * 100) / 100
}
