import { fail } from '@podium/contract/rules/errors.ts'
import { postgresError } from '@podium/database/postgres-error.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * For `catch`: tells a name that a unique constraint has found taken in a sentence, however many ask for it at once; any
 * other error stays as it is.
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

/** Whether what a row was to belong to went after it was looked at; not whether something still hangs on a row that is removed. */
export function isParentGone(error: unknown): boolean {
  const { code, message = '' } = postgresError(error)
  return code === FOREIGN_KEY_VIOLATION && message.startsWith('insert or update on table')
}
