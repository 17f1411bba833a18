import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allAttempts, unfinishedAttempts } from '../attempt/attempt-folders.ts'
import { removeTemporaryFolder } from '../attempt/temporary-folder.ts'
import type { ObjectSource, RunKey, RunSpec } from '../engine.ts'
import { createLocalEngine, type LocalEngine, type LocalEngineOptions } from '../local/local-engine.ts'
import { memoryObjects } from './memory-objects.ts'
import { plainHost } from './plain-host.ts'
import { endOf, observeUntil, waitFor } from './watching.ts'

export interface LocalHome {
  home: string
  engine: LocalEngine
  /** Returns another engine on the same home, as after a restart of the server. */
  reopen(objects?: ObjectSource): LocalEngine
  close(): Promise<void>
}

/** Returns the folder of an attempt in this home. */
export function folderOf({ home }: LocalHome, { workspace, run, attempt }: RunKey): string {
  return join(home, 'runs', workspace, run, String(attempt))
}

/** Waits for the process in a record of the supervisor, and returns its pid. */
export function recordedPid(folder: string, file: string): Promise<number> {
  return waitFor(file, async () => {
    const text = await readFile(join(folder, file), 'utf8').catch(() => null)
    return text ? (JSON.parse(text) as { pid: number }).pid : null
  })
}

/** Submits a run, and returns it once its program runs. */
export async function startRun(local: LocalHome, spec: RunSpec): Promise<RunSpec> {
  await local.engine.submit(spec)
  await observeUntil(local.engine, spec, ({ phase }) => phase === 'running')
  await recordedPid(folderOf(local, spec), 'child.json')
  return spec
}

/** Creates the file `go` in the working directory, for which a program waits. */
export function releaseRun(local: LocalHome, key: RunKey): Promise<void> {
  return writeFile(join(folderOf(local, key), 'cwd', 'go'), '')
}

/** Opens a local engine on a home of its own, without a sandbox and with short intervals. */
export async function openLocalHome(
  objects: ObjectSource = memoryObjects({}),
  changes: Partial<LocalEngineOptions> = {},
): Promise<LocalHome> {
  const home = changes.home ?? (await mkdtemp(join(tmpdir(), 'podium-engine-')))
  const options: Omit<LocalEngineOptions, 'objects'> = {
    home,
    poll_ms: 30,
    stop_grace_ms: 300,
    probe: plainHost,
    python: fileURLToPath(new URL('../../python', import.meta.url)),
    ...changes,
  }
  const engines: LocalEngine[] = []
  const reopen = (source = objects) => {
    const engine = createLocalEngine({ ...options, objects: source })
    engines.push(engine)
    return engine
  }
  return {
    home,
    engine: reopen(),
    reopen,
    async close() {
      for (const engine of engines) await engine.close()
      await endAll(home, () => createLocalEngine({ ...options, objects }))
      for (const attempt of await allAttempts(await plainHost(home)))
        await removeTemporaryFolder(attempt.directory)
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Ends all runs, so that a failed test leaves no process behind. */
async function endAll(home: string, open: () => LocalEngine): Promise<void> {
  const left = await unfinishedAttempts(await plainHost(home))
  if (left.length === 0) return
  const engine = open()
  for (const { key } of left) {
    await engine.stop(key)
    await endOf(engine, key)
  }
  await engine.close()
}
