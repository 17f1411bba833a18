import type { Instance } from '@podium/contract/instances.ts'
import type { Solution } from '@podium/contract/solutions.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { insteadOf } from '../../../api/query-instead.tsx'
import { NOTHING } from '../../../format/nothing.ts'
import { formatNumber } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { Column } from '../../../ui/table/data-table-column.ts'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { RowName } from '../../../ui/table/row-name.tsx'
import { Chip } from '../../../ui/text/chip.tsx'
import { instancesQuery } from './uses.ts'

const SHOWN = 20
const WORDS = { loading: 'Loading instances', failed: 'The instances could not be read' }
const TONES = { draft: 'outline', idle: 'quiet', training: 'info', failed: 'bad' } as const

const columns: readonly Column<Instance>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ id, name, coupled, workspace_id: ws }) => (
      <RowName sub={coupled ? 'coupled' : 'decoupled'}>
        <Link {...paths.instance(id, { ws })}>{name}</Link>
      </RowName>
    ),
  },
  { id: 'version', header: 'Version', cell: ({ version_num }) => formatVersion(version_num) },
  {
    id: 'status',
    header: 'Operation',
    cell: ({ operation_status: status }) => <Chip tone={TONES[status]}>{status}</Chip>,
  },
  { id: 'created_by', header: 'Made by', cell: ({ created_by }) => created_by || NOTHING },
  {
    id: 'streams',
    header: 'Streams',
    numeric: true,
    cell: ({ stream_count }) => formatNumber(stream_count),
  },
  { id: 'edges', header: 'Edges', numeric: true, cell: ({ in_use_edges }) => formatNumber(in_use_edges) },
]

/** The instances that bind any version of the solution. */
export function InstancesCard({ solution }: { solution: Solution }) {
  const query = useQuery(instancesQuery(solution))
  const { data } = query
  return (
    <Card
      title="Instances"
      note={
        data && data.total > SHOWN
          ? `${SHOWN} of ${formatNumber(data.total)}`
          : data && formatNumber(data.total)
      }
      flush
    >
      <PlainTable<Instance>
        name="Instances"
        bare
        tall
        columns={columns}
        rows={data?.instances.slice(0, SHOWN)}
        rowId={(instance) => instance.id}
        rowName={(instance) => instance.name}
        instead={insteadOf(query, WORDS, { rows: 2, tall: true }) ?? (data?.total === 0 && <NoInstances />)}
      />
    </Card>
  )
}

function NoInstances() {
  return <EmptyState title="No instances yet">Nobody uses this solution.</EmptyState>
}
