import { useLiveRuns } from '../../../session/use-live-runs.ts'
import { ConnectionNote } from '../../../ui/feedback/connection-note.tsx'

/** Follows the runs for as long as the page stands, and says when it cannot. */
export function LivePart() {
  const { connected } = useLiveRuns()
  return <ConnectionNote connected={connected} />
}
