export interface Waiting {
  /** place in the queue, from 1 */
  place: number
  /** the engine's own sentence; null when only the order of the queue keeps the run waiting */
  waits_for: string | null
  /** whether runs under way hold what it waits for, and give it back */
  held: boolean
  /** the run's own workspace, as people call it */
  workspace: string
  /** whether this workspace, and whether any other, has runs under way */
  own_in_use: boolean
  others_in_use: boolean
}

/** Why a run waits. Other workspaces are never named: who reads this may not know of them. */
export function waitingSentence(waiting: Waiting): string {
  const { place, waits_for, held, workspace, own_in_use, others_in_use } = waiting
  const ahead = place - 1
  const holders = [own_in_use ? workspace : null, others_in_use ? 'other workspaces' : null].filter(
    (holder) => holder !== null,
  )
  return [
    ahead > 0 ? `${ahead} run${ahead === 1 ? '' : 's'} ahead.` : null,
    waits_for,
    held && holders.length > 0 ? `In use by ${holders.join(' and ')}.` : null,
    ahead === 0 && waits_for === null ? 'Starts next.' : null,
  ]
    .filter((part) => part !== null)
    .join(' ')
}
