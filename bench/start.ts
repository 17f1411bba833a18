import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startEmbeddedPostgres } from '@podium/database/embedded.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import { startPodium } from './podium-server.ts'
import { interleave, median, printFigures } from './rounds.ts'
import { inTemporaryHome } from './temporary-home.ts'
import { atMost, type Verdict } from './verdict.ts'

const ROUNDS = 9
const MAX_RATIO = 8

/** Measures from the process's start to the first healthy response on an existing home, beside its two parts. */
export async function measureStart(): Promise<Verdict[]> {
  return inTemporaryHome(async (home) => {
    await (await startPodium(home)).stop()
    const figures = await interleave(ROUNDS, {
      'Podium, until healthy': () => podiumAlone(home),
      'the bundled PostgreSQL alone': () => postgresAlone(home),
      'node -e "" alone': nodeAlone,
    })
    printFigures('ms', figures)
    const parts = median(figures['the bundled PostgreSQL alone']) + median(figures['node -e "" alone'])
    const ratio = median(figures['Podium, until healthy']) / parts
    return [atMost('start on an existing home, of PostgreSQL and Node alone', ratio, MAX_RATIO, '×')]
  })
}

async function podiumAlone(home: string): Promise<number> {
  const podium = await startPodium(home)
  await podium.stop()
  return podium.startedWithin
}

async function postgresAlone(home: string): Promise<number> {
  const began = performance.now()
  const postgres = await startEmbeddedPostgres({ home, log: quietLog })
  const took = performance.now() - began
  await postgres.stop()
  return took
}

async function nodeAlone(): Promise<number> {
  const began = performance.now()
  await once(spawn(process.execPath, ['-e', ''], { stdio: 'ignore' }), 'exit')
  return performance.now() - began
}
