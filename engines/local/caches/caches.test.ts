// @module-tag python
// @module-tag pip
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { RunSpec } from '../../engine.ts'
import { useInstalling } from '../../testing/installing.ts'
import { folderOf } from '../../testing/local-home.ts'
import { plainSpec } from '../../testing/plain-spec.ts'
import { sourceOf, startPythonIndex, wheelOf } from '../../testing/python-index.ts'
import { canMount, createSmallDisk } from '../../testing/small-disk.ts'
import { type Ended, endOf, observeUntil, runToEnd, waitFor } from '../../testing/watching.ts'
import { probeHost } from '../host.ts'
import type { LocalEngineOptions } from '../local-engine.ts'

const isLong = process.env.PODIUM_LONG === '1'
const isRoot = process.getuid?.() === 0
const MIB = 2 ** 20
const KEEPS = `[ -e "$XDG_CACHE_HOME/kept" ] && cat "$XDG_CACHE_HOME/kept"; head -c ${MIB} /dev/zero > "$XDG_CACHE_HOME/large"; echo mine > "$XDG_CACHE_HOME/kept"`
const DAY_MS = 24 * 60 * 60 * 1000

const { index, local, open, specWith, ...installing } = useInstalling(async () => [
  wheelOf('podium_one', '1.0', 'answer = 41\n'),
  await sourceOf('podium_built', "open('made/podium_built.py', 'w').write('answer = 5')"),
])

function shell(script: string, changes: Partial<RunSpec> = {}): RunSpec {
  return plainSpec({ command: ['sh', '-c', script], ...changes })
}

/** Returns the end of the run and its log, after the engine forgot it. */
async function ended(spec: RunSpec): Promise<[Ended, string]> {
  const found = await installing.ended(spec)
  await local.engine.forget(spec)
  return found
}

const caches = async () => (await local.engine.caches?.list()) ?? []
const folder = (workspace = 'poc') => join(local.home, 'runs', workspace, 'caches')
const inside = (workspace = 'poc') => readdir(folder(workspace)).catch(() => [])

describe('caches of programs', () => {
  test.each([
    ['in bubblewrap', (home: string) => probeHost(home)],
    ['without bubblewrap', undefined],
  ])(
    'shows a run the files that earlier runs of its workspace left, and those of no other workspace: %s',
    async (_, probe) => {
      await open({}, probe && { probe })
      expect((await ended(shell(KEEPS)))[1]).toBe('')
      expect((await ended(shell(KEEPS)))[1]).toBe('mine\n')
      const other = { workspace: 'other', workspace_number: 8 }
      expect((await ended(shell(KEEPS, other)))[1]).toBe('')
      const elsewhere = shell(`ls ${folder()} ${join(folder(), 'programs')} && echo FOUND`, other)
      expect((await ended(elsewhere))[1]).not.toContain('FOUND')
    },
  )

  test('gives programs folders of their own in it, and lets a variable of the run win', async () => {
    await open()
    const variables = { HF_HOME: '/models' }
    const script =
      'import os; print(os.environ["HF_HOME"], [os.environ[n].removeprefix(os.environ["XDG_CACHE_HOME"]) for n in ["TORCH_HOME", "NUMBA_CACHE_DIR", "NLTK_DATA"]], os.path.isdir(os.environ["NLTK_DATA"]))'
    const [, log] = await ended(plainSpec({ command: ['python3', '-c', script], variables }))
    expect(log).toBe("/models ['/torch', '/numba', '/nltk_data'] True\n")
  })

  test('lists caches with size and last use, and clears them while no run of theirs is running', async () => {
    let now = new Date('2026-11-20T09:30:00.000Z')
    await open({}, { clock: () => now })
    await ended(shell(KEEPS))
    const id = 'programs-poc'
    const kept = { id, workspace: 'poc', kind: 'programs', used_at: now.toISOString(), in_use: false }
    expect(await caches()).toEqual([{ ...kept, size: expect.any(Number) }])
    expect((await caches())[0]?.size).toBeGreaterThanOrEqual(MIB)
    now = new Date(now.getTime() + DAY_MS)
    const goesOn = shell('exec tail -f /dev/null')
    await local.engine.submit(goesOn)
    await observeUntil(local.engine, goesOn, ({ phase }) => phase === 'running')
    expect(await caches()).toMatchObject([{ ...kept, used_at: now.toISOString(), in_use: true }])
    expect(await local.engine.caches?.clear(id)).toBe('in use')
    await local.engine.stop(goesOn)
    await endOf(local.engine, goesOn)
    expect(await local.engine.caches?.clear(id)).toBe('cleared')
    expect(await local.engine.caches?.clear(id)).toBe('absent')
    expect(await caches()).toEqual([])
    expect((await ended(shell(KEEPS)))[1]).toBe('')
  })

  test('does not list an empty cache', async () => {
    await open()
    await ended(shell('true'))
    expect(await caches()).toEqual([])
  })

  test('removes caches that no run used for as long as environments are kept', async () => {
    let now = new Date()
    await open({}, { clock: () => now })
    await ended(shell(KEEPS))
    now = new Date(now.getTime() + 29 * DAY_MS)
    await ended(shell('true', { workspace: 'other', workspace_number: 8 }))
    expect(await caches()).toHaveLength(1)
    now = new Date(now.getTime() + 2 * DAY_MS)
    await ended(shell('true', { workspace: 'other', workspace_number: 8 }))
    expect(await caches()).toEqual([])
    expect(await inside()).not.toContain('programs')
  })

  test('removes the files of a killed server at the next start', async () => {
    await open()
    await ended(shell(KEEPS))
    await local.engine.close()
    await mkdir(join(folder(), '.gone-programs-1'))
    await mkdir(join(folder(), 'packages', 'half'), { recursive: true })
    await local.reopen().caches?.list()
    expect(await inside()).not.toContain('.gone-programs-1')
    expect(await readdir(join(folder(), 'packages')).catch(() => [])).not.toContain('half')
  })

  test('measures and clears no files outside the cache through links that a run left', async () => {
    await open()
    const outside = join(local.home, 'outside')
    await mkdir(outside)
    await writeFile(join(outside, 'large'), Buffer.alloc(8 * MIB))
    await ended(
      shell(
        `${KEEPS}; ln -s ${outside} "$XDG_CACHE_HOME/link"; ln -s ${outside}/large "$XDG_CACHE_HOME/file"`,
      ),
    )
    expect((await caches())[0]?.size).toBeLessThan(2 * MIB)
    expect(await local.engine.caches?.clear('programs-poc')).toBe('cleared')
    expect(await readdir(outside)).toEqual(['large'])
  })

  test.runIf(isRoot)('keeps a run from replacing the folder', async () => {
    await open({}, { probe: (home: string) => probeHost(home) })
    const script =
      'cd "$XDG_CACHE_HOME/.." && { mv programs other || rm -r programs || touch packages || ln -s /etc x; } 2>/dev/null; ls'
    await ended(shell(script))
    expect(await inside()).toEqual(['programs', 'programs.json'])
  })

  test('removes the caches of a workspace without runs', async () => {
    await open()
    const spec = shell(KEEPS)
    await runToEnd(local.engine, spec)
    await local.engine.release('poc')
    expect(await inside()).not.toEqual([])
    await local.engine.forget(spec)
    await local.engine.release('poc')
    expect(await local.engine.prepared()).toEqual([])
  })
})

describe('downloads of packages', () => {
  const FIVE = 'import podium_built; print(podium_built.answer)'
  const isolated = (home: string) => probeHost(home)

  // Over http, pip keeps packages that it built and fetches wheels again.
  test.each([
    ...(isLong ? [['without bubblewrap', undefined] as const] : []),
    ['in bubblewrap', isolated] as const,
  ])('fetches and builds nothing again for a changed list: %s', async (_, probe) => {
    await open({}, probe && { probe })
    const [, first] = await ended(await specWith('podium-built\n', FIVE))
    expect(first).toMatch(/Building wheel for podium[-_]built/)
    const fetched = index.fetched.length
    const [end, second] = await ended(await specWith('podium-built==1.0\n', FIVE))
    expect(end).toMatchObject({ outcome: 'succeeded' })
    expect(second).toMatch(/\nInstalled 1 package in \d+ s\.\n5\n$/)
    expect(second).not.toContain('Building wheel')
    expect(index.fetched).toHaveLength(fetched)
    expect(await caches()).toMatchObject([{ id: 'packages-poc', kind: 'packages', in_use: false }])
    expect(await readdir(join(folder(), 'packages'))).toEqual(['pip', 'uv'])
  })

  test('shares them between concurrent installations', { tags: ['long'] }, async () => {
    await open()
    const specs = await Promise.all(
      ['podium-one', 'podium-one==1.0', 'podium-one>=1'].map((one) =>
        specWith(`${one}\npodium-built\n`, FIVE),
      ),
    )
    await Promise.all(specs.map((spec) => local.engine.submit(spec)))
    const ends = await Promise.all(specs.map((spec) => endOf(local.engine, spec)))
    expect(ends).toMatchObject(specs.map(() => ({ outcome: 'succeeded' })))
  })

  test('does not clear them while a run installs, but while one runs', { tags: ['long'] }, async () => {
    await open()
    const goesOn = await specWith('podium-one\n', 'import time; open("begun", "w"); time.sleep(600)')
    index.hold('podium_one-1.0-py3-none-any.whl')
    const fetched = index.fetched.length
    await local.engine.submit(goesOn)
    await observeUntil(local.engine, goesOn, () => index.fetched.length > fetched)
    expect(await local.engine.caches?.clear('packages-poc')).toBe('in use')
    index.release()
    await observeUntil(local.engine, goesOn, ({ phase }) => phase === 'running')
    expect(await local.engine.caches?.clear('packages-poc')).toBe('cleared')
    expect(await local.engine.caches?.clear('programs-poc')).toBe('in use')
  })

  test('hides the caches of programs from an installation, and the downloads from a run', {
    tags: ['long', 'bubblewrap'],
  }, async () => {
    const build = `
import os
caches = os.environ['TMPDIR'].split('/packages/')[0]
open('made/podium_looks.py', 'w').write('found = ' + repr([os.path.exists(caches + name) for name in ['/packages', '/programs']]))`
    const [name, file] = await sourceOf('podium_looks', build)
    const looks = await startPythonIndex({ [name]: file })
    onTestFinished(() => looks.close())
    await open({ index_url: looks.url }, { probe: isolated })
    await ended(shell(KEEPS))
    const script =
      'import os, podium_looks; print(podium_looks.found, os.path.exists(os.environ["XDG_CACHE_HOME"] + "/../packages"))'
    const [, log] = await ended(await specWith('podium-looks\n', script))
    expect(log).toMatch(/\n\[True, False\] False\n$/)
  })
})

describe.runIf(canMount())('on a small disk', () => {
  const FILLS = 'cat /dev/zero > "$XDG_CACHE_HOME/large"; exec tail -f /dev/null'
  async function onDisk(changes: Partial<LocalEngineOptions>): Promise<void> {
    const disk = createSmallDisk(96)
    onTestFinished(() => disk.remove())
    await open({}, { home: join(disk.folder, 'home'), retry_ms: 20, ...changes })
  }

  test('counts growth of a cache as written by its run', async () => {
    await onDisk({ run_disk_max: 16 * MIB })
    const spec = shell(FILLS)
    expect(await runToEnd(local.engine, spec)).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('The run filled the disk'),
    })
  })

  test('ends a run that fills the disk by a cache, and no later one of another workspace', async () => {
    await onDisk({ run_disk_max: 2 ** 40 })
    const greedy = shell(`while [ ! -e go ]; do sleep 0.02; done; ${FILLS}`)
    const innocent = shell('exec tail -f /dev/null', { workspace: 'other', workspace_number: 8 })
    for (const spec of [greedy, innocent]) {
      await local.engine.submit(spec)
      await observeUntil(local.engine, spec, ({ phase }) => phase === 'running')
    }
    await waitFor('a measure of both', async () => {
      const used = await local.engine.usage([greedy, innocent])
      return used.every((one) => one !== null && one.written_mib !== null) ? true : null
    })
    await writeFile(join(folderOf(local, greedy), 'cwd', 'go'), '')
    expect(await endOf(local.engine, greedy)).toMatchObject({
      reason: expect.stringContaining('it wrote the most'),
    })
    const [seen] = await local.engine.inspect([innocent])
    expect(seen).toMatchObject({ phase: 'running' })
  })

  test('frees the cache of a run that filled the disk, and starts the next one', async () => {
    await onDisk({ run_disk_max: 2 ** 40 })
    const spec = shell(FILLS)
    expect(await runToEnd(local.engine, spec)).toMatchObject({ outcome: 'failed' })
    expect(await inside()).not.toContain('programs')
    expect((await ended(shell('echo good')))[1]).toBe('good\n')
  })
})
