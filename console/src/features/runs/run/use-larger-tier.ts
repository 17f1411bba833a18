import { type RunInfo, startRun } from '@podium/contract/runs.ts'
import type { Tier } from '@podium/contract/tiers.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { paths } from '../../../navigation/paths.ts'
import { useRunFailure } from '../actions/use-run-failure.ts'

/** Starts the same run on another tier, and goes there. */
export function useLargerTier() {
  const navigate = useNavigate()
  const fail = useRunFailure()
  const [busy, setBusy] = useState(false)

  async function start(run: RunInfo, tier: Tier) {
    setBusy(true)
    try {
      const started = await call(startRun, {
        params: { id: run.stream_id },
        body: {
          pipeline: run.pipeline,
          parameters: { [run.pipeline]: run.parameters },
          dataset_uri: run.dataset_uri,
          execution_spec: tier,
          ...(run.model_from !== null && { model_from: run.model_from }),
        },
      })
      void navigate(paths.run(started.id, { ws: run.workspace_id }))
    } catch (error) {
      fail(`${run.name} could not be started again.`, error, run.id)
    }
    setBusy(false)
  }
  return { start: (run: RunInfo, tier: Tier) => void start(run, tier), busy }
}
