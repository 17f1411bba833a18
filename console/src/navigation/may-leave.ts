/** A navigation without a link, such as a logout. */
export interface Going {
  /** the effect as a sentence: 'You will be logged out.' */
  effect: string
  /** the label of the button that agrees */
  yes: string
}

type Guard = (going: Going) => Promise<boolean>

const guards = new Set<Guard>()

/** Registers a form with typed text, which is asked before anything is stored or ended. */
export function guardLeaving(guard: Guard): () => void {
  guards.add(guard)
  return () => guards.delete(guard)
}

/** Asks each form with typed text in turn. Returns true if all may be left. */
export async function mayLeave(going: Going): Promise<boolean> {
  for (const guard of guards) if (!(await guard(going))) return false
  return true
}

export const LOGOUT: Going = { effect: 'You will be logged out.', yes: 'Logout' }
