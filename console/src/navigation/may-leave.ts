/** Where a person is about to go by other ways than a link. */
export interface Going {
  /** what happens, in a sentence: 'You will be logged out.' */
  effect: string
  /** the button that agrees */
  yes: string
}

type Guard = (going: Going) => Promise<boolean>

const guards = new Set<Guard>()

/** Has a form with typed text asked before anything is stored or ended. */
export function guardLeaving(guard: Guard): () => void {
  guards.add(guard)
  return () => guards.delete(guard)
}

/** Asks each form with typed text in turn, and answers whether all may be left. */
export async function mayLeave(going: Going): Promise<boolean> {
  for (const guard of guards) if (!(await guard(going))) return false
  return true
}

export const LOGOUT: Going = { effect: 'You will be logged out.', yes: 'Logout' }
