/** Whether the error is one of the file system's with one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** What the promise answers, or null where it fails with one of the codes. */
export async function orNull<T>(promise: Promise<T>, ...codes: string[]): Promise<T | null> {
  try {
    return await promise
  } catch (error) {
    if (hasCode(error, ...codes)) return null
    throw error
  }
}
