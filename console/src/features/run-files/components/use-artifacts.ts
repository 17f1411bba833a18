import { listArtifacts } from '@podium/contract/calls/run-files.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { isLive } from '@podium/contract/rules/run-state.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { goneArtifacts } from './gone-files.tsx'

const REREAD_MS = 15_000

/** Reads the files of the run unless retention removed them; of a live run repeatedly, as no event reports new ones. */
export function useArtifacts(run: RunInfo) {
  return useQuery({
    ...q(listArtifacts, { params: { id: run.id } }),
    enabled: goneArtifacts(run) === undefined,
    refetchInterval: isLive(run.state) && run.started_at !== null ? REREAD_MS : false,
  })
}
