import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ObjectSource } from '../engine.ts'
import { createLocalEngine, type LocalEngine, type LocalEngineOptions } from '../local/local-engine.ts'
import { memoryObjects } from './memory-objects.ts'

export interface LocalHome {
  home: string
  engine: LocalEngine
  /** Another engine on the same home, as after a restart of the server. */
  reopen(): LocalEngine
  close(): Promise<void>
}

/** A local engine on a home of its own, which looks often and waits little. */
export async function openLocalHome(objects: ObjectSource = memoryObjects({})): Promise<LocalHome> {
  const home = await mkdtemp(join(tmpdir(), 'podium-engine-'))
  const options: LocalEngineOptions = { home, objects, poll_ms: 30, stop_grace_ms: 300 }
  const engines: LocalEngine[] = []
  const reopen = () => {
    const engine = createLocalEngine(options)
    engines.push(engine)
    return engine
  }
  return {
    home,
    engine: reopen(),
    reopen,
    async close() {
      for (const engine of engines) await engine.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}
