import { hash, verify } from '@node-rs/argon2'
import { fail } from '@podium/contract/rules/errors.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import { networksOf } from '../../http/connections/client-network.ts'
import { createSemaphore } from '../../semaphore.ts'
import { normalPassword } from './password-policy.ts'

/** the number of argon2id in the library's list of algorithms */
const ARGON2ID = 2
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 4
const QUEUE = 64

/** A hash of an unknown password, so that an unknown ID takes as long as a wrong password. */
const UNKNOWN_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$VgN+wt+AqmJOx5YNNt63Ig$MK2rQyZzL9C1JjXT1G7qaa63ohPB8QdczxBHsnqFyVw'

/** Who has a hash computed: turns are shared among addresses, and within one among accounts. */
export interface Asker {
  /** null: the server itself */
  address: string | null
  /** of the account, or what stands for an ID that is none */
  account_id: string | null
}

/**
 * Hashes and verifies, four at a time. More than 64 waiting are refused, of the address that has the most waiting, so
 * that a flood costs no memory and keeps no other address out.
 */
export function createPasswords() {
  const withPermit = createSemaphore({ at_once: AT_ONCE, waiting: QUEUE, refuse: () => fail('LOGIN.BUSY') })
  const withPermitFor = <T>({ address, account_id }: Asker, work: () => Promise<T>) =>
    withPermit(work, [...networksOf(address ?? ''), account_id ?? ''])

  return {
    hash: (password: string, by: Asker): Promise<string> =>
      withPermitFor(by, () => hash(normalPassword(password), COST)),

    /**
     * `stored` null is an ID without a password: it takes the same time and is never right. A password that no account
     * can have is wrong without a hash, and waits for no turn.
     * @param beforehand what has to be done first, once it is this one's turn; false ends it as wrong
     */
    async verify(stored: string | null, password: string, by: Asker, beforehand: () => Promise<boolean>) {
      const normal = normalPassword(password)
      if (normal === '' || [...normal].length > limits.password_max) {
        await beforehand()
        return false
      }
      return withPermitFor(
        by,
        async () => (await beforehand()) && (await verify(stored ?? UNKNOWN_HASH, normal)) && stored !== null,
      )
    },
  }
}

/** One for the whole process: its threads are the process's. */
export const passwords = createPasswords()
