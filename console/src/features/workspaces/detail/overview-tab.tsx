import { TIERS, tierLabels } from '@podium/contract/tiers.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import { Link } from '@tanstack/react-router'
import { countOf } from '../../../format/number.ts'
import { paths } from '../../../navigation/paths.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { DefinitionList } from '../../../ui/layout/definition-list.tsx'
import people from '../components/people.module.css'
import { PersonRow } from '../components/person-row.tsx'
import { RoleTag } from '../components/role-tag.tsx'
import { Facts } from './facts.tsx'
import styles from './overview-tab.module.css'

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
        <p className={classNames(styles.nobody, text.muted)}>Nobody is a member yet.</p>
      ) : (
        <ul className={people.list}>
          {first_members.map(({ account_id, display_name, role }) => (
            <li key={account_id} className={people.person}>
              <PersonRow name={display_name} />
              <RoleTag role={role} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
