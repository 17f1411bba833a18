/** The end of a run that did not begin in the time that its workspace lets it wait; `waits` is the sentence that says for what. */
export function pendingTooLong(minutes: number, waits: string): string {
  return `The run could not begin within ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, the limit of its workspace. ${waits}`
}
