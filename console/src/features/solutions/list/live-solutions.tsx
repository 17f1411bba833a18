import { ConnectionNote } from '../../../ui/feedback/connection-note.tsx'
import { useLiveSolutions } from './use-live-solutions.ts'

/** Follows the runs for as long as the list stands, and says when it cannot. */
export function LiveSolutions() {
  const { connected } = useLiveSolutions()
  return <ConnectionNote connected={connected} />
}
