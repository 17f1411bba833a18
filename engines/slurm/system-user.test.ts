// @module-tag slurm
// @module-tag python
import { link, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { attemptOf } from '../attempt/attempt.ts'
import { StartRefused } from '../engine.ts'
import { openSlurmHome, type SlurmHome, slurmSpec } from '../testing/slurm.ts'
import { endOf, observeUntil, readAll, runToEnd, textOfLog, waitFor } from '../testing/watching.ts'
import { slurmFiles, slurmLayout } from './layout.ts'

const PROGRAM = `
id -un; id -gn; ulimit -Hc
ls "$PODIUM_OUTPUT_DIR/../.." 2> /dev/null || echo closed
cat "$PODIUM_METADATA_FILE" > "$PODIUM_OUTPUT_DIR/metadata"
echo whole > "$PODIUM_LOG_DIR/pipeline.log"
echo '{"fraction":1}' > "$PODIUM_PROGRESS_FILE"
touch made`

let home: SlurmHome
beforeAll(async () => {
  home = await openSlurmHome()
  return () => home.close()
})

test('runs as the user of the workspace, and lets the server read the outputs', async () => {
  const spec = slurmSpec({ command: ['sh', '-c', PROGRAM] })
  expect(await runToEnd(home.engine, spec)).toMatchObject({ outcome: 'succeeded', progress: { fraction: 1 } })
  expect(await textOfLog(home.engine, spec, 'process')).toBe('nobody\nnogroup\n0\nclosed\n')
  expect(await textOfLog(home.engine, spec, 'pipeline')).toBe('whole\n')
  const metadata = await readAll(await home.engine.openOutput(spec, 'metadata'))
  expect(JSON.parse(metadata.toString())).toEqual(spec.metadata)
  const { directory } = attemptOf({ runs: join(home.root, 'runs'), layout: slurmLayout }, spec)
  const { uid } = await stat(directory.exit)
  expect([uid, (await stat(directory.work)).uid]).toEqual([65534, 65534])
  for (const path of [directory.root, directory.spec, directory.ended])
    expect((await stat(path)).uid).toBe(process.getuid?.())
  await home.engine.forget(spec)
  expect(await home.engine.inspect([spec])).toEqual([{ phase: 'absent' }])
})

test('stores secrets as files of that user, in no script and no list of Slurm, until the end', async () => {
  const secrets = [{ name: 'TOKEN', value: 'canary-31f7', in_environment: true }]
  const command = ['sh', '-c', 'ls -l "$PODIUM_SECRETS_DIR"; printf %s "$TOKEN" | wc -c; tail -f /dev/null']
  const spec = slurmSpec({ secrets, command })
  await home.engine.submit(spec)
  await observeUntil(home.engine, spec, ({ phase }) => phase === 'running')
  const { directory } = attemptOf({ runs: join(home.root, 'runs'), layout: slurmLayout }, spec)
  const { job } = JSON.parse(await readFile(slurmFiles(directory).job, 'utf8')) as { job: string }
  for (const args of [
    ['show', 'job', job],
    ['write', 'batch_script', job, '-'],
  ])
    expect(await home.cluster.ask('scontrol', args)).not.toContain('canary')
  expect(await readFile(directory.spec, 'utf8')).not.toContain('canary')
  const listed = /-r-------- .* nobody .* TOKEN\n11\n$/
  await waitFor('the list', async () =>
    listed.test(await textOfLog(home.engine, spec, 'process')) ? true : null,
  )
  await home.engine.stop(spec)
  await endOf(home.engine, spec)
  await expect(stat(directory.secrets)).rejects.toThrow('ENOENT')
})

test('stops a run of another user, also from another server', async () => {
  const spec = slurmSpec({ command: ['tail', '-f', '/dev/null'] })
  await home.engine.submit(spec)
  await observeUntil(home.engine, spec, ({ phase }) => phase === 'running')
  const other = home.another()
  await other.stop(spec)
  expect(await endOf(other, spec)).toMatchObject({ outcome: 'stopped' })
})

test("does not accept a file of another owner as the run's log", async () => {
  const spec = slurmSpec({ command: ['echo', 'its words'] })
  await runToEnd(home.engine, spec)
  const { directory } = attemptOf({ runs: join(home.root, 'runs'), layout: slurmLayout }, spec)
  expect(await textOfLog(home.engine, spec, 'process')).toBe('its words\n')
  await rm(directory.logs.process)
  // Imitates a run on a system that lets it link files that it may not read.
  await link(directory.spec, directory.logs.process)
  expect(await home.engine.openLog(spec, 'process')).toBeNull()
})

test('refuses a run as root if its workspace names no user', async () => {
  const spec = slurmSpec({ system_user: null, command: ['id', '-un'] })
  const refused = home.engine.submit(spec)
  await expect(refused).rejects.toThrow(StartRefused)
  await expect(refused).rejects.toThrow(
    'The workspace has no user for its runs, and runs never start as root: set a user in the workspace, or ',
  )
  expect(await home.engine.inspect([spec])).toEqual([{ phase: 'absent' }])
  expect((await home.engine.capabilities()).gaps.join()).toContain(
    'a workspace without a user starts no runs',
  )
})

test.each([
  ['no-such-user', "The server's machine has no user no-such-user: "],
  ['daemon', 'The user daemon belongs to the system (its number is below 1000): '],
])('refuses a run of the user %s with a sentence', async (system_user, sentence) => {
  const refused = home.engine.submit(slurmSpec({ system_user }))
  await expect(refused).rejects.toThrow(StartRefused)
  await expect(refused).rejects.toThrow(sentence)
})

test('refuses runs of another user on a server that is not root, and says so', async () => {
  const getuid = vi.spyOn(process, 'getuid').mockReturnValue(1000)
  try {
    const engine = home.another()
    expect((await engine.capabilities()).heeds).toEqual(['pending_limit_minutes'])
    const refused = engine.submit(slurmSpec())
    await expect(refused).rejects.toThrow(StartRefused)
    await expect(refused).rejects.toThrow(
      'The runs of the workspace should start as nobody, which needs a server that runs as root: ',
    )
  } finally {
    getuid.mockRestore()
  }
})
