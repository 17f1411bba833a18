/** Explains a run that did not begin within its workspace's limit; `waits` is the sentence that says why. */
export function pendingTooLong(minutes: number, waits: string): string {
  return `The run could not begin within ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, the limit of its workspace. ${waits}`
}
