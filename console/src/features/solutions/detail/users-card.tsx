import type { Solution } from '@podium/contract/solutions.ts'
import { useQuery } from '@tanstack/react-query'
import { NOTHING } from '../../../format/nothing.ts'
import text from '../../../theme/text.module.css'
import { Card } from '../../../ui/layout/card.tsx'
import { Tile } from '../../../ui/layout/tile.tsx'
import { usedWords, usersOf } from './users.ts'
import styles from './users-card.module.css'
import { instancesQuery, streamsQuery } from './uses.ts'

const SHOWN = 8

/** Who uses the solution: everybody who made one of its newest instances or streams. */
export function UsersCard({ solution }: { solution: Solution }) {
  const instances = useQuery(instancesQuery(solution))
  const streams = useQuery(streamsQuery(solution))
  const users = usersOf(instances.data?.instances ?? [], streams.data?.streams ?? [])
  const isKnown = instances.data !== undefined && streams.data !== undefined
  return (
    <Card title="Used by" note={users.length || undefined}>
      {users.length === 0 && <p className={text.muted}>{isKnown ? 'Nobody yet.' : NOTHING}</p>}
      <ul className={styles.people}>
        {users.slice(0, SHOWN).map((user) => (
          <li key={user.name} className={styles.person}>
            <Tile of={user.name} small round />
            <span className={styles.words}>
              <span className={styles.name}>{user.name}</span>
              <span className={text.sub}>{usedWords(user)}</span>
            </span>
          </li>
        ))}
        {users.length > SHOWN && <li className={text.muted}>and {users.length - SHOWN} more</li>}
      </ul>
    </Card>
  )
}
