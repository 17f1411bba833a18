// @module-tag python
// @module-tag pip
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { Engine, RunSpec } from '../../engine.ts'
import { PYTHON_DEFAULTS } from '../../python-settings.ts'
import { archiveOf } from '../../testing/archives.ts'
import { randomFrom } from '../../testing/kill-rounds.ts'
import { type LocalHome, openLocalHome } from '../../testing/local-home.ts'
import { memoryObjects } from '../../testing/memory-objects.ts'
import { plainSpec } from '../../testing/plain-spec.ts'
import { type PythonIndex, startPythonIndex, wheelOf } from '../../testing/python-index.ts'
import { type Ended, endOf, textOfLog, waitFor } from '../../testing/watching.ts'

const NAMES = Array.from({ length: 8 }, (_, at) => `podium_part_${at}`)
const FILES = 40
/** Fails if a file of a package is missing or has another length than in its wheel. */
const PROGRAM = `
import importlib
from importlib import metadata
sizes = [one.locate().stat().st_size for name in ${JSON.stringify(NAMES)} for one in metadata.files(name) if 'part/' in str(one)]
print('whole:', len(sizes), set(sizes), sum(importlib.import_module(name).answer for name in ${JSON.stringify(NAMES)}))`
const WHOLE = `whole: ${NAMES.length * FILES} {4096} ${NAMES.length}\n`
const SERVER = new URL('../../testing/installing-engine.ts', import.meta.url).pathname

let index: PythonIndex
let local: LocalHome
let archive: Buffer
/** duration of an undisturbed installation on this machine */
let length: number
beforeAll(async () => {
  index = await startPythonIndex(Object.fromEntries(NAMES.map(partOf)))
  archive = await archiveOf([{ name: 'requirements.txt', content: `${NAMES.join('\n')}\n` }])
  const packages = { ...PYTHON_DEFAULTS, index_url: index.url }
  local = await openLocalHome(memoryObjects({ 'source.tar.gz': archive }), { packages })
  const began = performance.now()
  await local.engine.submit(specOf(0, 'undisturbed'))
  expect(await endOf(local.engine, specOf(0, 'undisturbed'))).toMatchObject({ outcome: 'succeeded' })
  length = Math.ceil(performance.now() - began)
  await local.engine.close()
  return async () => {
    await local.close()
    await index.close()
  }
})

function partOf(name: string): [string, Buffer] {
  const files = Object.fromEntries(
    Array.from({ length: FILES }, (_, at) => [`${name}/part/${at}`, 'x'.repeat(4096)]),
  )
  return wheelOf(name, '1.0', 'answer = 1\n', [], files)
}

/** Each round has a new workspace, which has no packages yet. */
function specOf(round: number, run: string): RunSpec {
  return plainSpec({
    workspace: `round-${round}`,
    workspace_number: round + 1,
    run,
    source: { bucket: 'b', path: 'source.tar.gz', archive: true },
    granted: { cpu: 2, memory_mib: 512, gpu: 0 },
    command: ['python', '-c', PROGRAM],
  })
}

test.each(Array.from({ length: 20 }, (_, at) => at + 1))(
  'a server that is killed at any moment of an installation leaves nothing half made that a run uses, round %i',
  async (round) => {
    const random = randomFrom(round)
    for (let kills = 0; kills <= random(2); kills += 1) await killedServer(round, random(length))
    const engine = local.reopen()
    const next = specOf(round, 'next')
    await engine.submit(next)
    for (const spec of [specOf(round, 'first'), next]) {
      const end = await endInTurn(engine, spec)
      const log = await textOfLog(engine, spec, 'process')
      expect(end, log).toMatchObject({ outcome: 'succeeded' })
      expect(log.endsWith(WHOLE), log).toBe(true)
    }
    // Forgetting a run removes the remains of a killed server's installer.
    for (const spec of [specOf(round, 'first'), next]) await engine.forget(spec)
    await engine.close()
    expect(await readdir(join(local.home, 'runs', `round-${round}`, 'environments'))).toHaveLength(1)
  },
)

/** Resubmits a deferred run, as the server does. */
async function endInTurn(engine: Engine, spec: RunSpec): Promise<Ended> {
  for (;;) {
    const end = await endOf(engine, spec)
    if (end.outcome !== 'deferred') return end
    await engine.forget(spec)
    await waitFor('its turn', async () => ((await engine.deferral?.(spec)) === null ? true : null))
    await engine.submit(spec)
  }
}

/** Starts a server that starts or finds the first run of the round, and kills it after so long. */
async function killedServer(round: number, after: number): Promise<void> {
  const spec = JSON.stringify(specOf(round, 'first'))
  const words = [local.home, index.url, spec, archive.toString('base64'), '/nonexistent']
  const server = spawn(process.execPath, ['--import', 'tsx', SERVER, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(server, 'exit')
  try {
    await once(createInterface(server.stdout), 'line')
    await pause(after)
  } finally {
    server.kill('SIGKILL')
    await exited
  }
}
