import { fail } from '@podium/contract/errors.ts'

/** What PostgreSQL said, however deep the query builder wrapped it. */
export function databaseError(error: unknown): { code?: string; constraint?: string; message?: string } {
  let inner = error
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause
  return inner as { code?: string; constraint?: string; message?: string }
}

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
    const { code, constraint: broken } = databaseError(error)
    if (code === UNIQUE_VIOLATION && broken === constraint) fail(...refusal)
    throw error
  }
}

const FOREIGN_KEY_VIOLATION = '23503'

/** Whether what a row was to belong to went after it was looked at; not whether something still hangs on a row that is removed. */
export function isParentGone(error: unknown): boolean {
  const { code, message = '' } = databaseError(error)
  return code === FOREIGN_KEY_VIOLATION && message.startsWith('insert or update on table')
}
