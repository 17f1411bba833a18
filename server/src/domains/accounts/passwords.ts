import { hash, verify } from '@node-rs/argon2'
import { fail } from '@podium/contract/rules/errors.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import { networksOf } from '../../http/connections/client-network.ts'
import { createSemaphore } from '../../semaphore.ts'
import { normalPassword } from './password-policy.ts'

/** argon2id's number in the library's list of algorithms */
const ARGON2ID = 2
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 4
const QUEUE = 64

/** The hash of an unknown password, so that an unknown ID takes as long as a wrong password. */
const UNKNOWN_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$VgN+wt+AqmJOx5YNNt63Ig$MK2rQyZzL9C1JjXT1G7qaa63ohPB8QdczxBHsnqFyVw'

/** The requester of a hash: turns alternate between addresses, and within one between accounts. */
export interface Asker {
  /** null for the server itself */
  address: string | null
  /** the account's id, or a stand-in for an unknown ID */
  account_id: string | null
}

/**
 * Hashes and verifies, four at a time. If more than 64 wait, the address with the most waiting is refused, so that a
 * flood costs no memory and blocks no other address.
 */
export function createPasswords() {
  const withPermit = createSemaphore({ at_once: AT_ONCE, waiting: QUEUE, refuse: () => fail('LOGIN.BUSY') })
  const withPermitFor = <T>({ address, account_id }: Asker, work: () => Promise<T>) =>
    withPermit(work, [...networksOf(address ?? ''), account_id ?? ''])

  return {
    hash: (password: string, by: Asker): Promise<string> =>
      withPermitFor(by, () => hash(normalPassword(password), COST)),

    /**
     * Verifies a password. `stored` is null for an ID without a password, which takes the same time and is never right.
     * A password that no account can have is wrong without a hash or a wait.
     * @param beforehand runs first when it is this call's turn; false makes the password count as wrong
     */
    async verify(hash: string | null, password: string, by: Asker, beforehand: () => Promise<boolean>) {
      const normal = normalPassword(password)
      if (normal === '' || [...normal].length > limits.password_max) {
        await beforehand()
        return false
      }
      return withPermitFor(
        by,
        async () => (await beforehand()) && (await verify(hash ?? UNKNOWN_HASH, normal)) && hash !== null,
      )
    },
  }
}

/** One for the whole process, which has one pool of threads. */
export const passwords = createPasswords()
