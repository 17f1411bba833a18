import { roleLabels } from '@podium/contract/permissions.ts'
import { TIERS, tierLabels } from '@podium/contract/tiers.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import { Link } from '@tanstack/react-router'
import { NOTHING } from '../../../format/nothing.ts'
import { countOf } from '../../../format/number.ts'
import { paths } from '../../../navigation/paths.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { DefinitionList, Fact, FactStrip } from '../../../ui/layout/definition-list.tsx'
import { Tag } from '../../../ui/text/chip.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { PersonItem } from '../components/person.tsx'

/** What the workspace is made of: its facts, its tiers, and the first of its people. */
export function OverviewTab({ workspace }: { workspace: Workspace }) {
  const { id, dashboard_hash, edge_conductor_url, execution_specs, member_count, first_members } = workspace
  return (
    <div className={layout.stack}>
      <FactStrip>
        <Fact term="Bucket Name">
          <span className={text.mono}>{workspace.s3_bucket_name}</span>
        </Fact>
        <Fact term="Dashboard Hash">
          {dashboard_hash === '' ? NOTHING : <span className={text.mono}>{dashboard_hash}</span>}
        </Fact>
        <Fact term="Edge Conductor URL">
          {edge_conductor_url === '' ? (
            NOTHING
          ) : (
            <a href={edge_conductor_url} target="_blank" rel="noopener noreferrer">
              {edge_conductor_url}
            </a>
          )}
        </Fact>
        <Fact term="Last Updated">
          <Moment at={workspace.updated_at} />
        </Fact>
        <Fact term="Created">
          <Moment at={workspace.created_at} />
        </Fact>
      </FactStrip>
      <div className={classNames(layout.columns, layout.alike)}>
        <div className={layout.seven}>
          <Card
            title="Resources"
            note={countOf(execution_specs.length, 'tier')}
            footer={<Link {...paths.workspace(id, { tab: 'use' })}>Limits and use</Link>}
          >
            <DefinitionList
              items={TIERS.map((tier) => {
                const instance = execution_specs.find(({ name }) => name === tier)?.instance
                const look = instance === undefined ? text.muted : text.mono
                return {
                  term: tierLabels[tier],
                  value: <span className={look}>{instance ?? 'not offered'}</span>,
                }
              })}
            />
          </Card>
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
