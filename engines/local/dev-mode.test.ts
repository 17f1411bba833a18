import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exists } from '../attempt/folders.ts'
import { folderOf, type LocalHome, openLocalHome } from '../testing/local-home.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { runToEnd, textOfLog } from '../testing/watching.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let now: Date
let home: LocalHome
beforeEach(async () => {
  now = new Date('2026-01-01T00:00:00Z')
  home = await openLocalHome(undefined, { clock: () => now })
})
afterEach(() => home.close())

const leaves = (dev: boolean) =>
  plainSpec({ dev, command: ['sh', '-c', 'echo "level $PODIUM_LOG_LEVEL"; echo halfway > notes.txt'] })

test('tells a dev mode run to log at debug level, and keeps its working directory', async () => {
  const spec = leaves(true)
  expect(await runToEnd(home.engine, spec)).toMatchObject({
    reason: 'Finished. Its working directory is kept for 7 days.',
    raw: { kept: `${spec.workspace}/${spec.run}/1/cwd` },
  })
  expect(await textOfLog(home.engine, spec, 'process')).toBe('level debug\n')
  for (let again = 0; again < 2; again += 1) await home.engine.forget(spec)
  const folder = folderOf(home, spec)
  await mkdir(join(folder, '..', 'copy by hand'))
  await home.reopen().capabilities()
  expect((await readdir(folder)).sort()).toEqual(['cwd', 'kept.json'])
  expect(await readFile(join(folder, 'cwd', 'notes.txt'), 'utf8')).toBe('halfway\n')
  expect(await home.engine.inspect([spec])).toEqual([{ phase: 'absent' }])
})

test('removes the secrets of a run at its end, also in dev mode', async () => {
  const secrets = [{ name: 'TOKEN', value: 'canary-31f7', in_environment: true }]
  const command = ['sh', '-c', 'ls -l "$PODIUM_SECRETS_DIR" > listed']
  const spec = plainSpec({ dev: true, secrets, command })
  await runToEnd(home.engine, spec)
  const folder = folderOf(home, spec)
  expect(await readFile(join(folder, 'cwd', 'listed'), 'utf8')).toMatch(/-r-------- .* TOKEN\n$/)
  expect(await exists(join(folder, 'secrets'))).toBe(false)
  expect(await readFile(join(folder, 'spec.json'), 'utf8')).not.toContain('canary')
})

test('tells any other run no level, and keeps nothing of it', async () => {
  const spec = leaves(false)
  expect(await runToEnd(home.engine, spec)).toMatchObject({ reason: 'Finished.' })
  expect(await textOfLog(home.engine, spec, 'process')).toBe('level \n')
  await home.engine.forget(spec)
  expect(await exists(folderOf(home, spec))).toBe(false)
})

test('keeps nothing of a dev mode run that never began', async () => {
  const spec = { ...leaves(true), command: ['no-such-program'] }
  expect((await runToEnd(home.engine, spec)).outcome).toBe('failed')
  await home.engine.forget(spec)
  expect(await exists(folderOf(home, spec))).toBe(false)
})

test('removes kept directories after their days, when the next run ends or the server starts', {
  tags: ['long'],
}, async () => {
  const [first, second] = [leaves(true), leaves(true)]
  for (const spec of [first, second]) {
    await runToEnd(home.engine, spec)
    await home.engine.forget(spec)
    now = new Date(now.getTime() + 4 * DAY_MS)
  }
  expect([await exists(folderOf(home, first)), await exists(folderOf(home, second))]).toEqual([true, true])
  await home.engine.forget(plainSpec())
  expect([await exists(folderOf(home, first)), await exists(folderOf(home, second))]).toEqual([false, true])
  now = new Date(now.getTime() + 4 * DAY_MS)
  await home.reopen().capabilities()
  expect(await exists(folderOf(home, second))).toBe(false)
  await home.engine.release(first.workspace)
  expect(await home.engine.prepared()).toEqual([])
})
