import { roleLabels } from '@podium/contract/permissions.ts'
import { listMembers, type Workspace } from '@podium/contract/workspaces.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { countOf, formatNumber } from '../../../format/number.ts'
import { paths } from '../../../navigation/paths.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { SidePanel } from '../../../ui/layout/side-panel.tsx'
import { Tag } from '../../../ui/text/chip.tsx'
import { PersonItem } from './person.tsx'
import { useDisabledReasonIn } from './use-disabled-reason.ts'

interface MembersPanelProps {
  workspace: Workspace
  onClose: () => void
}

const SHOWN = 50
const WORDS = { loading: 'Loading members', failed: 'The members could not be read' }

/** The members of one workspace of the list. */
export function MembersPanel({ workspace, onClose }: MembersPanelProps) {
  const { id, display_name, member_count } = workspace
  const query = useQuery(q(listMembers, { params: { id }, query: { page_size: SHOWN, sort: 'username' } }))
  const navigate = useNavigate()
  const more = member_count - SHOWN
  return (
    <SidePanel
      title={`Members of ${display_name}`}
      id={id}
      aside={formatNumber(member_count)}
      onClose={onClose}
      footer={
        <>
          <Link {...paths.workspace(id, { tab: 'members' })}>Workspace Detail</Link>
          <Button
            small
            icon={UsersRound}
            disabledReason={useDisabledReasonIn()('member.edit', workspace)}
            onClick={() => void navigate(paths.manageMembers(id))}
          >
            Manage Members
          </Button>
        </>
      }
    >
      {queryPlaceholder(query, WORDS, { tall: true })}
      <ul>
        {query.data?.members.map(({ account_id, username, display_name: name, role }) => (
          <PersonItem key={account_id} name={username} sub={name}>
            <Tag>{roleLabels[role]}</Tag>
          </PersonItem>
        ))}
      </ul>
      {more > 0 && (
        <p className={classNames(layout.inset, text.small, text.muted)}>
          and {countOf(more, 'more', 'more')}
        </p>
      )}
    </SidePanel>
  )
}
