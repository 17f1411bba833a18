import { hash, verify } from '@node-rs/argon2'
import { fail } from '@podium/contract/errors.ts'
import { limits } from '@podium/contract/rules.ts'
import { createTurns } from '../../turns.ts'
import { normalPassword } from './password-policy.ts'

/** the number of argon2id in the library's list of algorithms */
const ARGON2ID = 2
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 4
const QUEUE = 64

/** A hash of nothing anybody knows, so that an unknown ID takes as long as a wrong password. */
const NOBODYS =
  '$argon2id$v=19$m=19456,t=2,p=1$VgN+wt+AqmJOx5YNNt63Ig$MK2rQyZzL9C1JjXT1G7qaa63ohPB8QdczxBHsnqFyVw'

/** Hashes and verifies, four at a time; more than 64 waiting are refused, so that a flood costs no memory. */
export function createPasswords() {
  const inTurn = createTurns({ at_once: AT_ONCE, waiting: QUEUE, refuse: () => fail('LOGIN.BUSY') })

  return {
    hash: (password: string): Promise<string> => inTurn(() => hash(normalPassword(password), COST)),

    /**
     * `stored` null is an ID without a password: it takes the same time and is never right.
     * @param beforehand what has to be done first, once it is this one's turn; false ends it as wrong
     */
    verify(stored: string | null, password: string, beforehand: () => Promise<boolean>): Promise<boolean> {
      return inTurn(async () => {
        if (!(await beforehand())) return false
        const normal = normalPassword(password)
        const possible = stored !== null && password !== '' && [...normal].length <= limits.password_max
        return (await verify(stored ?? NOBODYS, normal.slice(0, 2 * limits.password_max))) && possible
      })
    },
  }
}

/** One for the whole process: its threads are the process's. */
export const passwords = createPasswords()
