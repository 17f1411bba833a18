/** So long after it was last seen, the overview is visited anew. */
const VISIT_ENDS_MS = 30 * 60_000

interface Visit {
  /** when the visit before it ended; null for the first */
  since: string | null
  seen: string
}

const keyOf = (workspace: string) => `overview ${workspace}`

/** When the overview of the workspace was last seen before this visit, in this browser; null where it never was. */
export function lastVisit(workspace: string): string | null {
  const visit = readVisit(workspace)
  if (!visit) return null
  return Date.now() - Date.parse(visit.seen) > VISIT_ENDS_MS ? visit.seen : visit.since
}

/** Notes that the overview is seen now. @param since what `lastVisit` answered when it was opened */
export function noteVisit(workspace: string, since: string | null): void {
  const visit: Visit = { since, seen: new Date().toISOString() }
  localStorage.setItem(keyOf(workspace), JSON.stringify(visit))
}

function readVisit(workspace: string): Visit | null {
  try {
    const visit: Visit | null = JSON.parse(localStorage.getItem(keyOf(workspace)) ?? 'null')
    return visit && !Number.isNaN(Date.parse(visit.seen)) ? visit : null
  } catch {
    return null
  }
}
