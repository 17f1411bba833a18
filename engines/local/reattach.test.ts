import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunKey } from '../engine.ts'
import {
  folderOf,
  type LocalHome,
  openLocalHome,
  recordedPid,
  releaseRun,
  startRun,
} from '../testing/local-home.ts'
import { memoryObjects } from '../testing/memory-objects.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { endOf, observeUntil, runToEnd, textOfLog, waitFor } from '../testing/watching.ts'

/** Prints one line, waits for the file `go`, prints another and ends with 7. */
const WAITS = 'echo one; while [ ! -e go ]; do sleep 0.02; done; echo two; exit 7'
const HOST = join(import.meta.dirname, '../testing/host-engine.ts')

const FOREIGN = 40
const servers: ChildProcess[] = []
let local: LocalHome
beforeEach(async () => {
  local = await openLocalHome()
})
afterEach(async () => {
  for (const server of servers.splice(0)) server.kill('SIGKILL')
  await local.close()
})

const isRunning = ({ phase }: { phase: string }) => phase === 'running'

const submitted = (script: string) => startRun(local, plainSpec({ command: ['sh', '-c', script] }))

test('continues a run while no engine watches, and the next one finds it', async () => {
  const spec = await submitted(WAITS)
  await local.engine.close()
  const next = local.reopen()
  await observeUntil(next, spec, isRunning)
  await releaseRun(local, spec)
  expect(await endOf(next, spec)).toMatchObject({ outcome: 'failed', exit_code: 7 })
  expect(await textOfLog(next, spec, 'process')).toBe('one\ntwo\n')
})

test('records the true end of a run that ended while no engine watched', async () => {
  const spec = await submitted(WAITS)
  await local.engine.close()
  await releaseRun(local, spec)
  await waitFor('its end', () => readFile(join(folderOf(local, spec), 'exit.json')).catch(() => null))
  expect(await endOf(local.reopen(), spec)).toMatchObject({
    outcome: 'failed',
    exit_code: 7,
    reason: 'Exit code 7; last line: two',
  })
})

/** Starts a server that starts one run. It has inherited a descriptor that must not reach the run. */
async function startServer(script: string) {
  const unused = Array.from({ length: FOREIGN - 2 }, () => 'ignore' as const)
  const stdio = ['ignore', 'pipe', ...unused, 'pipe'] as const
  const server = spawn(process.execPath, ['--import', 'tsx', HOST, local.home, script], { stdio: [...stdio] })
  servers.push(server)
  if (!server.stdout) throw new Error('The server has no output.')
  const [line] = await once(createInterface({ input: server.stdout }), 'line')
  return { server, key: JSON.parse(String(line)) as RunKey }
}

test('keeps a run of a killed server, which inherited nothing from it', async () => {
  const { server, key } = await startServer(WAITS)
  const folder = folderOf(local, key)
  await waitFor('the program', () =>
    readFile(join(folder, 'process.log'), 'utf8')
      .catch(() => '')
      .then((log) => log || null),
  )
  const child = await recordedPid(folder, 'child.json')
  expect(await readlink(`/proc/${server.pid}/fd/${FOREIGN}`)).toMatch(/^socket:/)
  expect(await readlink(`/proc/${child}/fd/${FOREIGN}`)).toBe('/dev/null')
  server.kill('SIGKILL')
  await once(server, 'exit')

  const next = local.reopen()
  await observeUntil(next, key, isRunning)
  await releaseRun(local, key)
  expect(await endOf(next, key)).toMatchObject({ outcome: 'failed', exit_code: 7 })
  expect(await textOfLog(next, key, 'process')).toBe('one\ntwo\n')
})

test('continues a run whose supervisor was killed, and only loses its exit status', async () => {
  const spec = await submitted(WAITS)
  process.kill(await recordedPid(folderOf(local, spec), 'begun.json'), 'SIGKILL')
  await local.engine.close()
  const next = local.reopen()
  await observeUntil(next, spec, isRunning)
  await releaseRun(local, spec)
  expect(await endOf(next, spec)).toMatchObject({
    outcome: 'lost',
    exit_code: null,
    reason: 'The run ended without an exit status, so its cause is unknown.',
  })
  expect(await textOfLog(next, spec, 'process')).toBe('one\ntwo\n')
})

test('loses a run of an earlier start of the machine, and harms no process of this one', async () => {
  const other = await submitted(WAITS)
  const spec = await submitted(WAITS)
  const folder = folderOf(local, spec)
  await local.engine.close()
  process.kill(await recordedPid(folder, 'begun.json'), 'SIGKILL')
  process.kill(await recordedPid(folder, 'child.json'), 'SIGKILL')
  const alive = { pid: await recordedPid(folderOf(local, other), 'begun.json'), start: 1 }
  await writeFile(join(folder, 'begun.json'), JSON.stringify({ boot_id: 'an earlier one', ...alive }))
  await writeFile(join(folder, 'child.json'), JSON.stringify(alive))
  const next = local.reopen()
  expect(await endOf(next, spec)).toMatchObject({ outcome: 'lost', reason: 'The machine restarted.' })
  await releaseRun(local, other)
  expect(await endOf(next, other)).toMatchObject({ exit_code: 7 })
})

test('keeps the true end of a run that ended before the machine restarted', async () => {
  const spec = await submitted(WAITS)
  const folder = folderOf(local, spec)
  await local.engine.close()
  await releaseRun(local, spec)
  await waitFor('its end', () => readFile(join(folder, 'exit.json')).catch(() => null))
  await writeFile(join(folder, 'begun.json'), '{"boot_id":"an earlier one","pid":1,"start":1}')
  expect(await endOf(local.reopen(), spec)).toMatchObject({
    outcome: 'failed',
    exit_code: 7,
    reason: 'Exit code 7; last line: two',
    raw: { restarted: false },
  })
})

test('continues preparing a run after the server ended', async () => {
  const stuck = { ...memoryObjects({}), open: () => new Promise<never>(() => undefined) }
  await local.engine.close()
  const first = local.reopen(stuck)
  const data = [{ bucket: 'poc', path: 'data/penguins.csv', archive: false }]
  const spec = plainSpec({ command: ['sh', '-c', 'cat "$PODIUM_DATA_DIR/penguins.csv"'], data })
  await first.submit(spec)
  expect(await first.inspect([spec])).toEqual([{ phase: 'starting', progress: null }])
  await first.close()
  const next = local.reopen(memoryObjects({ 'data/penguins.csv': 'Adelie\n' }))
  expect(await endOf(next, spec)).toMatchObject({ outcome: 'succeeded' })
  expect(await textOfLog(next, spec, 'process')).toBe('Adelie\n')
})

test('carries out a stop that another server was asked for', async () => {
  const spec = await submitted('exec tail -f /dev/null')
  await local.engine.close()
  const request = { requested_at: new Date().toISOString(), reason: null }
  for (const name of ['stop.json', 'told.json'])
    await writeFile(join(folderOf(local, spec), name), JSON.stringify(request))
  expect(await endOf(local.reopen(), spec)).toMatchObject({ outcome: 'stopped' })
})

test('ends the earlier attempt when a later one is submitted', async () => {
  const first = await submitted('exec tail -f /dev/null')
  const second = { ...first, attempt: 2, command: ['true'] }
  expect(await runToEnd(local.engine, second)).toMatchObject({ outcome: 'succeeded' })
  expect(await endOf(local.engine, first)).toMatchObject({
    outcome: 'failed',
    reason: 'A later attempt of this run took over.',
  })
})
