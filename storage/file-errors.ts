/** True if this is an error of the file system with one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** Resolves to the result of the promise, or to null if it rejects with one of the codes. */
export async function orNull<T>(promise: Promise<T>, ...codes: string[]): Promise<T | null> {
  try {
    return await promise
  } catch (error) {
    if (hasCode(error, ...codes)) return null
    throw error
  }
}
