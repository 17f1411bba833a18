/** The end of a run that found no node in the time that its workspace lets it wait; `waits` is the sentence that says for what. */
export function pendingTooLong(minutes: number, waits: string): string {
  return `No node could take the run within ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, the limit of its workspace. ${waits}`
}
