import { type Right, readAccountRights } from '@podium/contract/calls/access.ts'
import type { AccountDetail } from '@podium/contract/calls/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, Minus } from 'lucide-react'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { paths } from '../../../navigation/paths.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/drawing/icon.tsx'
import { SidePanel } from '../../../ui/layout/side-panel.tsx'
import styles from './rights-panel.module.css'

const GROUPS = {
  look: 'Look',
  run: 'Run',
  change: 'Change',
  delete: 'Delete',
  administer: 'Administer',
} as const

interface RightsPanelProps {
  account: AccountDetail
  workspaceId: string
  onClose: () => void
}

/** Shows what a person can do in one workspace, and for everything else why they cannot. */
export function RightsPanel({ account: { id, username }, workspaceId, onClose }: RightsPanelProps) {
  const query = useQuery(q(readAccountRights, { params: { id }, query: { workspace_id: workspaceId } }))
  return (
    <SidePanel
      wide
      title={`What ${username} can do in ${query.data?.workspace.display_name ?? 'the workspace'}`}
      id={workspaceId}
      onClose={onClose}
      footer={<Link {...paths.workspace(workspaceId, { tab: 'access' })}>Who else can open it</Link>}
    >
      {queryPlaceholder(query, 'rights', { tall: true })}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div
        role="group"
        aria-label="Rights"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className={classNames(layout.stackClose, styles.groups)}
      >
        {query.data?.groups.map(({ group, rights }) => (
          <section key={group} aria-label={GROUPS[group]} className={layout.stackTight}>
            <h3 className={classNames(text.small, text.strong)}>{GROUPS[group]}</h3>
            <RightList of={rights.filter(({ allowed }) => allowed === 'yes')} />
            {reasonsOf(rights).map((reason) => (
              <RightList
                key={reason}
                of={rights.filter((right) => right.reason === reason)}
                reason={reason}
              />
            ))}
          </section>
        ))}
      </div>
    </SidePanel>
  )
}

function reasonsOf(rights: readonly Right[]): string[] {
  return [...new Set(rights.map(({ reason }) => reason).filter((reason) => reason !== ''))]
}

/** Rights of one kind: those that are granted, or those that are refused for the same reason. */
function RightList({ of: rights, reason }: { of: readonly Right[]; reason?: string }) {
  if (rights.length === 0) return null
  const isOwn = rights.every(({ allowed }) => allowed === 'own')
  return (
    <div>
      {reason !== undefined && (
        <p className={text.note}>{isOwn ? `Only what they created themselves. ${reason}` : reason}</p>
      )}
      <ul className={classNames(text.small, reason !== undefined && text.muted)}>
        {rights.map(({ permission, words, allowed }) => (
          <li key={permission} className={layout.row}>
            <Icon
              of={allowed === 'no' ? Minus : Check}
              className={allowed === 'yes' ? text.green : undefined}
            />
            <span>
              <span className={text.hidden}>{HEARD[allowed]}: </span>
              {words}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const HEARD = { yes: 'Yes', own: 'Only their own', no: 'No' } as const
