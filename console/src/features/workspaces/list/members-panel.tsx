import { listMembers, type Workspace } from '@podium/contract/workspaces.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { UsersRound, X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { q } from '../../../api/query.ts'
import { insteadOf } from '../../../api/query-instead.tsx'
import { countOf, formatNumber } from '../../../format/number.ts'
import { paths } from '../../../navigation/paths.ts'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import people from '../components/people.module.css'
import { PersonRow } from '../components/person-row.tsx'
import { RoleTag } from '../components/role-tag.tsx'
import { useWhyNotIn } from '../components/use-why-not-in.ts'
import styles from './members-panel.module.css'

interface MembersPanelProps {
  workspace: Workspace
  onClose: () => void
}

const SHOWN = 50
const WORDS = { loading: 'Loading members', failed: 'The members could not be read' }

/** The members of one row, beside the list: closed by its button or by Escape. */
export function MembersPanel({ workspace, onClose }: MembersPanelProps) {
  const { id, display_name, member_count } = workspace
  const query = useQuery(q(listMembers, { params: { id }, query: { page_size: SHOWN, sort: 'username' } }))
  const navigate = useNavigate()
  const whyNotIn = useWhyNotIn()
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()
  const more = member_count - SHOWN
  // biome-ignore lint/correctness/useExhaustiveDependencies: each workspace's panel is announced anew
  useEffect(() => heading.current?.focus(), [id])

  return (
    <section
      aria-labelledby={headingId}
      className={styles.panel}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className={styles.head}>
        <h2 id={headingId} ref={heading} tabIndex={-1}>
          Members of {display_name}
        </h2>
        <span className={styles.total}>{formatNumber(member_count)}</span>
        <IconButton icon={X} label="Close" onClick={onClose} />
      </div>
      <div className={styles.body}>
        {insteadOf(query, WORDS, { tall: true })}
        <ul className={people.list}>
          {query.data?.members.map(({ account_id, username, display_name: name, role }) => (
            <li key={account_id} className={people.person}>
              <PersonRow name={username} sub={name} />
              <RoleTag role={role} />
            </li>
          ))}
        </ul>
        {more > 0 && <p className={styles.more}>and {countOf(more, 'more', 'more')}</p>}
      </div>
      <div className={styles.foot}>
        <Link {...paths.workspace(id, { tab: 'members' })}>Workspace Detail</Link>
        <Button
          small
          icon={UsersRound}
          reason={whyNotIn('member.edit', workspace)}
          onClick={() => void navigate(paths.manageMembers(id))}
        >
          Manage Members
        </Button>
      </div>
    </section>
  )
}
