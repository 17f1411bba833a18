import { fail } from '@podium/contract/rules/errors.ts'
import { postgresError } from '@podium/database/postgres-error.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * For `catch`: turns a violated unique constraint into a sentence about the name being taken, also for simultaneous
 * calls; throws any other error unchanged.
 */
export function failIfTaken(
  constraint: string,
  ...refusal: Parameters<typeof fail>
): (error: unknown) => never {
  return (error) => {
    const { code, constraint: broken } = postgresError(error)
    if (code === UNIQUE_VIOLATION && broken === constraint) fail(...refusal)
    throw error
  }
}

const FOREIGN_KEY_VIOLATION = '23503'

/** True if the row's parent was deleted meanwhile; not if a deleted row is still referenced. */
export function isParentGone(error: unknown): boolean {
  const { code, message = '' } = postgresError(error)
  return code === FOREIGN_KEY_VIOLATION && message.startsWith('insert or update on table')
}
