import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listOutputs, openOutputFile } from '../attempt/outputs.ts'
import { readAll } from '../testing/watching.ts'
import { probeHost } from './host.ts'

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>()
  const existsSync = (path: string) => path !== '/proc/self/fd' && real.existsSync(path)
  return { ...real, existsSync }
})

let parent: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'podium-without-proc-'))
})
afterEach(() => rm(parent, { recursive: true }))

test('lists and opens the outputs of a run, and no links', async () => {
  const out = join(parent, 'out')
  await mkdir(join(out, 'model'), { recursive: true })
  await writeFile(join(out, 'model', 'weights'), 'w')
  await symlink('model', join(out, 'link'))
  expect((await listOutputs(out)).files.map(({ path }) => path)).toEqual(['model/weights'])
  expect((await readAll(await openOutputFile(out, 'model/weights', null))).toString()).toBe('w')
  await expect(openOutputFile(out, 'link/weights', null)).rejects.toMatchObject({ code: 'ENOENT' })
})

test.runIf(process.getuid?.() === 0)(
  'no run starts as root, since it could lead the server astray',
  async () => {
    const { refusal } = await probeHost(join(parent, 'home'), '/nonexistent/bwrap')
    expect(refusal).toMatch(/^The server runs as root without \/proc, .*mount \/proc/)
  },
)
