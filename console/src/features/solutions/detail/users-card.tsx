import type { Instance } from '@podium/contract/instances.ts'
import type { Solution } from '@podium/contract/solutions.ts'
import type { Stream } from '@podium/contract/streams.ts'
import { useQuery } from '@tanstack/react-query'
import { NOTHING } from '../../../format/nothing.ts'
import { countOf } from '../../../format/number.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Card } from '../../../ui/layout/card.tsx'
import { Tile } from '../../../ui/layout/tile.tsx'
import styles from '../solution-page.module.css'
import { instancesQuery, streamsQuery } from './uses.ts'

const SHOWN = 8

/** The people who use the solution: everyone who made one of its newest instances or streams. */
export function UsersCard({ solution }: { solution: Solution }) {
  const instances = useQuery(instancesQuery(solution))
  const streams = useQuery(streamsQuery(solution))
  const users = usersOf(instances.data?.instances ?? [], streams.data?.streams ?? [])
  const isKnown = instances.data !== undefined && streams.data !== undefined
  return (
    <Card title="Used by" note={users.length || undefined}>
      {users.length === 0 && <p className={text.muted}>{isKnown ? 'Nobody yet.' : NOTHING}</p>}
      <ul className={styles.users}>
        {users.slice(0, SHOWN).map((user) => (
          <li key={user.name} className={styles.user}>
            <Tile of={user.name} small round />
            <div className={layout.grow}>
              <div className={text.cut}>{user.name}</div>
              <span className={text.sub}>{usedWords(user)}</span>
            </div>
          </li>
        ))}
        {users.length > SHOWN && <li className={text.muted}>and {users.length - SHOWN} more</li>}
      </ul>
    </Card>
  )
}

/** A person who uses a solution, and by how much. */
interface User {
  name: string
  instances: number
  streams: number
}

/** Everyone who made one of them, those who made most first. Deleted accounts have no name to show. */
export function usersOf(
  instances: readonly Pick<Instance, 'created_by'>[],
  streams: readonly Pick<Stream, 'created_by'>[],
): User[] {
  const users = new Map<string, User>()
  function count(what: 'instances' | 'streams', name: string) {
    if (name === '') return
    const user = users.get(name) ?? { name, instances: 0, streams: 0 }
    users.set(name, { ...user, [what]: user[what] + 1 })
  }
  for (const { created_by } of instances) count('instances', created_by)
  for (const { created_by } of streams) count('streams', created_by)
  const amount = (user: User) => user.instances + user.streams
  return [...users.values()].sort((one, other) => amount(other) - amount(one))
}

/** '2 instances, 1 stream' */
export function usedWords({ instances, streams }: User): string {
  const parts = [instances > 0 && countOf(instances, 'instance'), streams > 0 && countOf(streams, 'stream')]
  return parts.filter(Boolean).join(', ')
}
