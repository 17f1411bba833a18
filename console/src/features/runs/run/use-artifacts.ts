import { listArtifacts } from '@podium/contract/calls/run-files.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { isLive } from '@podium/contract/rules/run-state.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { goneArtifacts } from '../components/gone-files.tsx'

const REREAD_MS = 15_000

/** The files of the run, unless retention took them; of one under way they are read again, because no event tells of a new one. */
export function useArtifacts(run: RunInfo) {
  return useQuery({
    ...q(listArtifacts, { params: { id: run.id } }),
    enabled: goneArtifacts(run) === undefined,
    refetchInterval: isLive(run.state) && run.started_at !== null ? REREAD_MS : false,
  })
}
