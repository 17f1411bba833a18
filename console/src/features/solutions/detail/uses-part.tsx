import type { Solution } from '@podium/contract/solutions.ts'
import { InstancesCard } from './instances-card.tsx'
import { RecentRunsCard } from './recent-runs-card.tsx'
import { StreamsCard } from './streams-card.tsx'

/** What uses the solution: its instances, their streams, and the newest runs of these. */
export function UsesPart({ solution }: { solution: Solution }) {
  return (
    <>
      <InstancesCard solution={solution} />
      <StreamsCard solution={solution} />
      <RecentRunsCard solution={solution} />
    </>
  )
}
