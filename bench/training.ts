import type { RunInfo } from '@podium/contract/calls/runs.ts'
import type { Stream } from '@podium/contract/calls/streams.ts'
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
  /** Creates a stream whose runs execute a Python program, in a solution with that name. */
  stream(program: string, name?: string): Promise<Stream>
  /** Starts a run of a Python program, in a solution with that name. */
  start(program: string, name?: string): Promise<RunInfo>
}

/** Runs `work` with the built server and a workspace for training, and stops the server afterwards. */
export async function withTraining<T>(
  work: (training: Training) => Promise<T>,
  env: Record<string, string> = {},
  settings: object = {},
): Promise<T> {
  const server = await startPodium({ env: { ...asAdmin.env, ...env } })
  try {
    const api = await signIn(server.address, admin.id, admin.password)
    const workspace = await makeWorkspace(api, 'bench', settings)
    const stream = async (program: string, name = 'training') => {
      const pipeline = [{ type: 'train', command: ['python3', 'main.py'] }]
      await register(api, workspace, await solutionFolder({ name, pipeline }, { 'main.py': program }))
      return makeStream(api, workspace, name)
    }
    const start = async (program: string, name?: string) => startRun(api, await stream(program, name))
    return await work({ server, api, stream, start })
  } finally {
    await server.stop()
  }
}
