import { roleLabels } from '@podium/contract/permissions.ts'
import {
  readMemberSummary,
  readWorkspaceUse,
  type Usage,
  type Workspace,
} from '@podium/contract/workspaces.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { insteadOf } from '../../../api/query-instead.tsx'
import type { ReplyOf } from '../../../api/route-types.ts'
import { formatNumber } from '../../../format/number.ts'
import layout from '../../../theme/layout.module.css'
import { Card } from '../../../ui/layout/card.tsx'
import { DefinitionList } from '../../../ui/layout/definition-list.tsx'
import type { Column } from '../../../ui/table/data-table-column.ts'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { Amount, unitNote } from '../components/amount.tsx'
import { LimitsCard } from './limits-card.tsx'
import { MonthsCard, StorageCard } from './use-cards.tsx'

type Summary = ReplyOf<typeof readMemberSummary>

const MONTHS = { loading: 'Loading the use by month', failed: 'The use by month could not be read' }
const WORDS = { loading: 'Loading the use', failed: 'The use could not be read' }

const usageColumns: readonly Column<Usage>[] = [
  { id: 'service_name', header: 'Service Name', cell: ({ service_name }) => service_name },
  { id: 'amount', header: 'Amount', numeric: true, cell: (usage) => <Amount of={usage} /> },
]

/** What a run may get here, what was used, what is kept, and by how many people. */
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
        <Card flush>{insteadOf(use, MONTHS, { rows: 6 })}</Card>
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
        <Card flush>{insteadOf(query, WORDS, { rows: 3 })}</Card>
      )}
    </div>
  )
}

function UsageCard({ usage }: { usage: readonly Usage[] }) {
  return (
    <Card title="Use by service" flush footer={`All that was used so far, ${unitNote(usage)}.`}>
      <PlainTable<Usage>
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
