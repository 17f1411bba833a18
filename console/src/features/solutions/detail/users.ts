import type { Instance } from '@podium/contract/instances.ts'
import type { Stream } from '@podium/contract/streams.ts'
import { countOf } from '../../../format/number.ts'

/** Somebody who uses a solution, and by how much. */
export interface User {
  name: string
  instances: number
  streams: number
}

/** Everybody who made one of them, whoever made most first. Accounts that are gone have no name to show. */
export function usersOf(
  instances: readonly Pick<Instance, 'created_by'>[],
  streams: readonly Pick<Stream, 'created_by'>[],
): User[] {
  const users = new Map<string, User>()
  const userOf = (name: string) => {
    const user = users.get(name) ?? { name, instances: 0, streams: 0 }
    users.set(name, user)
    return user
  }
  for (const { created_by } of instances) if (created_by !== '') userOf(created_by).instances += 1
  for (const { created_by } of streams) if (created_by !== '') userOf(created_by).streams += 1
  const amount = (user: User) => user.instances + user.streams
  return [...users.values()].sort((one, other) => amount(other) - amount(one))
}

/** '2 instances, 1 stream' */
export function usedWords({ instances, streams }: User): string {
  const parts = [instances > 0 && countOf(instances, 'instance'), streams > 0 && countOf(streams, 'stream')]
  return parts.filter(Boolean).join(', ')
}
