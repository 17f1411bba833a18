import type { DirectoryUser } from '@podium/contract/directory.ts'
import { countOf } from '../../../format/number.ts'
import text from '../../../theme/text.module.css'
import { CheckRows } from '../../../ui/form/check-rows.tsx'
import { Tile } from '../../../ui/layout/tile.tsx'
import styles from './directory.module.css'
import type { Failures } from './use-add-people.tsx'

interface PeopleListProps {
  users: readonly DirectoryUser[]
  chosen: readonly string[]
  failures: Failures
  onChoose: (chosen: string[]) => void
  onLook: (username: string) => void
}

const SHOWN_AT_MOST = 50

/** Who was found. Whoever has an account already cannot be chosen; whoever failed says why. */
export function PeopleList({ users, chosen, failures, onChoose, onLook }: PeopleListProps) {
  return (
    <div className={styles.found}>
      <p role="status" className={text.tiny}>
        {users.length < SHOWN_AT_MOST
          ? `${countOf(users.length, 'person', 'people')} found`
          : `The first ${SHOWN_AT_MOST} are shown. Search for more of the name to narrow it.`}
      </p>
      <CheckRows
        legend="Found in the directory"
        chosen={chosen}
        onChange={onChoose}
        onLook={onLook}
        rows={users.map((user) => ({
          value: user.username,
          title: user.username,
          sub: failures[user.username] ? (
            <span className={text.crimson}>{failures[user.username]}</span>
          ) : (
            [user.display_name, user.department].filter(Boolean).join(', ')
          ),
          picture: <Tile of={user.username} round />,
          amount: user.email === '' ? <span className={text.warn}>no e-mail there</span> : undefined,
          reason: user.account_id === null ? undefined : 'already added',
        }))}
      />
    </div>
  )
}
