import { setTimeout as pause } from 'node:timers/promises'
import { startPodium } from './podium-server.ts'
import { commandOf, memoryOf, treeOf } from './process-tree.ts'
import { median, printFigures } from './rounds.ts'
import { inTemporaryHome } from './temporary-home.ts'
import { atMost, type Verdict } from './verdict.ts'

const ROUNDS = 3
const IDLE_MS = 10_000
const MAX_MIB = 128

/** Measures the memory of an idle server and its database, ten seconds after an existing home has started. */
export async function measureMemory(): Promise<Verdict[]> {
  if (process.platform !== 'linux') {
    console.log('PSS is known on Linux only: not measured here.')
    return []
  }
  const server: number[] = []
  const database: number[] = []
  await inTemporaryHome(async (home) => {
    await (await startPodium(home)).stop()
    for (let round = 0; round < ROUNDS; round += 1) {
      const held = await heldWhenIdle(home)
      server.push(held.server)
      database.push(held.database)
    }
  })
  const both = server.map((each, round) => each + (database[round] ?? 0))
  printFigures('MiB', { server, database, both })
  return [atMost('idle memory of server and database (PSS)', median(both), MAX_MIB, 'MiB')]
}

async function heldWhenIdle(home: string): Promise<{ server: number; database: number }> {
  const podium = await startPodium(home)
  try {
    await pause(IDLE_MS)
    const tree = treeOf(podium.pid).map((pid) => ({ held: memoryOf(pid), command: commandOf(pid) }))
    const sum = (of: typeof tree) => of.reduce((total, { held }) => total + held, 0)
    const isDatabase = ({ command }: { command: string }) => command.includes('postgres')
    return {
      server: sum(tree.filter((each) => !isDatabase(each))),
      database: sum(tree.filter(isDatabase)),
    }
  } finally {
    await podium.stop()
  }
}
