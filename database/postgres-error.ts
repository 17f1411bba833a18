/** Returns the error of PostgreSQL or the connection, however deeply the query builder wrapped it. */
export function postgresError(error: unknown): { code?: string; constraint?: string; message?: string } {
  let inner = error
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause
  return inner as { code?: string; constraint?: string; message?: string }
}
