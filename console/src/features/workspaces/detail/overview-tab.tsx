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
import styles from './detail.module.css'

/** What the workspace is made of: its facts, its tiers, and the first of its people. */
export function OverviewTab({ workspace }: { workspace: Workspace }) {
  return (
    <div className={layout.stack}>
      <Facts workspace={workspace} />
      <div className={layout.columns}>
        <div className={layout.seven}>
          <TiersCard workspace={workspace} />
        </div>
        <div className={layout.five}>
          <PeopleCard workspace={workspace} />
        </div>
      </div>
    </div>
  )
}

function Facts({ workspace }: { workspace: Workspace }) {
  const { s3_bucket_name, dashboard_hash, edge_conductor_url, created_at, updated_at } = workspace
  return (
    <FactStrip>
      <Fact term="Bucket Name">
        <span className={text.mono}>{s3_bucket_name}</span>
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
        <Moment at={updated_at} />
      </Fact>
      <Fact term="Created">
        <Moment at={created_at} />
      </Fact>
    </FactStrip>
  )
}

function TiersCard({ workspace: { id, execution_specs } }: { workspace: Workspace }) {
  const items = TIERS.map((tier) => {
    const spec = execution_specs.find(({ name }) => name === tier)
    return {
      term: tierLabels[tier],
      value: spec ? (
        <span className={text.mono}>{spec.instance}</span>
      ) : (
        <span className={text.muted}>not offered</span>
      ),
    }
  })
  return (
    <Card
      title="Resources"
      note={countOf(execution_specs.length, 'tier')}
      footer={<Link {...paths.workspace(id, { tab: 'use' })}>Limits and use</Link>}
    >
      <DefinitionList items={items} />
    </Card>
  )
}

function PeopleCard({ workspace: { id, member_count, first_members } }: { workspace: Workspace }) {
  return (
    <Card
      title="Members"
      note={countOf(member_count, 'member')}
      flush
      footer={<Link {...paths.workspace(id, { tab: 'members' })}>All members</Link>}
    >
      {first_members.length === 0 ? (
        <p className={classNames(styles.none, text.muted)}>No members yet.</p>
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
  )
}
