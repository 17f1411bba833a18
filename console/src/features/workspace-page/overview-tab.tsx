import { type Quota, readQuotas } from '@podium/contract/calls/quotas.ts'
import { readMemberSummary, readWorkspaceUse, type Usage } from '@podium/contract/calls/workspace-use.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { roleLabels } from '@podium/contract/rules/permissions.ts'
import { isGpuTier, TIERS, tierLabels } from '@podium/contract/rules/tiers.ts'
import { workspaceDetails } from '@podium/contract/rules/workspace-fields.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { q } from '../../api/query.ts'
import { formatFileSize } from '../../format/file-size.ts'
import { NOTHING } from '../../format/nothing.ts'
import { countOf } from '../../format/number.ts'
import { paths } from '../../navigation/paths.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { Card } from '../../ui/layout/card.tsx'
import { DefinitionList, Fact, FactStrip } from '../../ui/layout/definition-list.tsx'
import { Tag } from '../../ui/text/chip.tsx'
import { Moment } from '../../ui/text/moment.tsx'
import { usedOf } from '../quotas/components/quota-words.ts'
import { Amount, isMeasured, totalOf } from '../workspaces/components/amount.tsx'
import { DETAIL_VIEWS, DETAILS } from '../workspaces/components/detail-views.tsx'
import { PersonItem } from '../workspaces/components/person.tsx'

const GIB = 1024 ** 3

/** The activity in the workspace, and its tiers and members. */
export function OverviewTab({ workspace }: { workspace: Workspace }) {
  const { id, execution_specs, member_count, first_members } = workspace
  const hasGpu = execution_specs.some(({ name }) => isGpuTier(name))
  return (
    <div className={layout.stack}>
      <UseFacts id={id} />
      <div className={layout.columns}>
        <div className={classNames(layout.seven, layout.stack)}>
          <Card
            title="Resources"
            note={countOf(execution_specs.length, 'tier') + (hasGpu ? '' : ', no GPU')}
            flush
            footer={<Link {...paths.workspace(id, { tab: 'use' })}>Limits and use</Link>}
          >
            <DefinitionList
              inset
              items={TIERS.filter((tier) => hasGpu || !isGpuTier(tier)).map((tier) => ({
                term: tierLabels[tier],
                value: <TypeName of={execution_specs.find(({ name }) => name === tier)?.instance} />,
              }))}
            />
          </Card>
          <DetailsCard of={workspace} />
        </div>
        <div className={layout.five}>
          <Card
            title="Members"
            note={countOf(member_count, 'member')}
            flush={first_members.length > 0}
            footer={<Link {...paths.workspace(id, { tab: 'members' })}>All members</Link>}
          >
            {first_members.length === 0 ? (
              <p className={text.muted}>No members yet.</p>
            ) : (
              <ul>
                {first_members.map(({ account_id, display_name, role }) => (
                  <PersonItem key={account_id} name={display_name}>
                    <Tag>{roleLabels[role]}</Tag>
                  </PersonItem>
                ))}
              </ul>
            )}
          </Card>
        </div>
      </div>
    </div>
  )
}

/** The current use; a dash while it is unknown. */
function UseFacts({ id }: { id: string }) {
  const quotas = useQuery(q(readQuotas, { params: { id } })).data
  const summary = useQuery(q(readMemberSummary, { params: { id } })).data
  const month = useQuery(q(readWorkspaceUse, { params: { id } })).data?.months.at(-1)
  const storage = summary?.usage.filter(({ service_name }) => service_name === 'Storage')
  const used = (quota: Quota) => (quotas ? usedOf(quota, quotas.use[quota], quotas[quota]) : NOTHING)
  return (
    <FactStrip>
      <Fact term="Running now">{used('runs')}</Fact>
      <Fact term="Used this month">
        {used('hours_month')}
        <Cost of={month?.usage} />
      </Fact>
      <Fact term="Storage">
        {quotas ? formatFileSize(quotas.use.storage_gib * GIB) : NOTHING}
        <Cost of={storage} />
      </Fact>
      <Fact term="Signed in within 30 days">
        {summary ? `${summary.active_30_days} of ${countOf(summary.total, 'member')}` : NOTHING}
      </Fact>
    </FactStrip>
  )
}

/** The cost of the services; nothing without prices. */
function Cost({ of: usage = [] }: { of: readonly Usage[] | undefined }) {
  const total = totalOf(usage)
  if (isMeasured(total.unit)) return null
  return (
    <>
      , <Amount of={total} />
    </>
  )
}

function TypeName({ of: instance }: { of: string | undefined }) {
  return <span className={instance === undefined ? text.muted : text.mono}>{instance ?? 'not offered'}</span>
}

function DetailsCard({ of: workspace }: { of: Workspace }) {
  const { updated_at, created_at } = workspace
  return (
    <Card title="Details" flush>
      <DefinitionList
        inset
        items={[
          ...DETAILS.map((name) => ({
            term: workspaceDetails[name].label,
            value: workspace[name] && DETAIL_VIEWS[name].fact(workspace[name]),
          })),
          { term: 'Last Updated', value: <Moment at={updated_at} /> },
          { term: 'Created', value: <Moment at={created_at} /> },
        ]}
      />
    </Card>
  )
}
