import type { Workspace } from '@podium/contract/workspaces.ts'
import { formatNumber } from '../../../format/number.ts'
import { useShownMembers } from './use-shown-members.ts'
import styles from './workspace-columns.module.css'

export const memberCountId = (id: string) => `members-of-${id}`

/** How many members; a press shows who they are beside the list. */
export function MemberCount({ workspace }: { workspace: Workspace }) {
  const { id, display_name, member_count, first_members } = workspace
  const { shown, show, hide } = useShownMembers()
  const isShown = shown === id
  return (
    <button
      type="button"
      id={memberCountId(id)}
      className={styles.count}
      aria-label={`${formatNumber(member_count)}, show the members of ${display_name}`}
      aria-expanded={isShown}
      title={first_members.map((member) => member.display_name).join(', ')}
      onClick={isShown ? hide : () => show(id)}
    >
      {formatNumber(member_count)}
    </button>
  )
}
