import type { Deps } from '../../deps.ts'
import { clearTries, giveTryBack, reserveTry } from './lock.ts'
import { findTypedId } from './reads.ts'
import { createShadowTries } from './shadow-tries.ts'

/**
 * Counts passwords of the directory that are tried out here on the counter of the login, so that this is no second way
 * to guess them. A try is taken before the directory is asked.
 */
export function createCountedTries({ database, config }: Pick<Deps, 'database' | 'config'>) {
  const shadows = createShadowTries(database)
  const days = config.inactive_days

  /**
   * @param isRight whether the password was right; an error counts nothing
   * @returns what it says, or null when the ID is locked and nobody was asked
   */
  return async function counted<T>(
    loginId: string,
    ask: () => Promise<T>,
    isRight: (answer: T) => boolean,
  ): Promise<T | null> {
    const account = await findTypedId(database, loginId, days)
    const idHash = await shadows.hashOf(loginId)
    const tries = account ? await reserveTry(database, account.id, days) : await shadows.reserve(idHash)
    if (tries === null) return null
    const giveBack = () => (account ? giveTryBack(database, account.id) : shadows.giveBack(idHash))

    /** The directory's password says nothing about failures on a password that is kept here. */
    async function countRight(): Promise<unknown> {
      if (!account) return shadows.clear(idHash)
      return account.login_type === 'ldap' ? clearTries(database, account.id) : giveBack()
    }
    try {
      const answer = await ask()
      if (isRight(answer)) await countRight()
      return answer
    } catch (error) {
      await giveBack()
      throw error
    }
  }
}
