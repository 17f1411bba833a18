import type { RunInfo } from '@podium/contract/runs.ts'
import { type Api, signIn } from '@podium/e2e/fixtures/api.ts'
import {
  admin,
  asAdmin,
  makeStream,
  makeWorkspace,
  register,
  solutionFolder,
  startRun,
} from '@podium/e2e/fixtures/seed.ts'
import { type PodiumServer, startPodium } from '@podium/e2e/fixtures/server.ts'

export interface Training {
  server: PodiumServer
  api: Api
  /** Starts a run of a Python program, in a solution of that name. */
  start(program: string, name?: string): Promise<RunInfo>
}

/** Gives `work` the built server with a workspace in which programs are trained, and stops it afterwards. */
export async function withTraining<T>(work: (training: Training) => Promise<T>): Promise<T> {
  const server = await startPodium(asAdmin)
  try {
    const api = await signIn(server.address, admin.id, admin.password)
    const workspace = await makeWorkspace(api, 'bench')
    const start = async (program: string, name = 'training') => {
      const pipeline = [{ type: 'train', command: ['python3', 'main.py'] }]
      await register(server, workspace, await solutionFolder({ name, pipeline }, { 'main.py': program }))
      return startRun(api, await makeStream(api, workspace, name))
    }
    return await work({ server, api, start })
  } finally {
    await server.stop()
  }
}
