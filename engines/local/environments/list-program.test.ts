// @module-tag python
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LIST_PROGRAM } from './list-program.ts'

let venv: string
beforeEach(async () => {
  venv = await mkdtemp(join(tmpdir(), 'podium-list-'))
})
afterEach(() => rm(venv, { recursive: true }))

async function install(folder: string, files: Record<string, string>): Promise<string> {
  const path = join(venv, 'lib', 'python3.12', 'site-packages', folder)
  await mkdir(path, { recursive: true })
  for (const [name, content] of Object.entries(files)) await writeFile(join(path, name), content)
  return path
}

const metadata = (name: string, ...needs: string[]) =>
  `Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0\n${needs.map((one) => `Requires-Dist: ${one}\n`).join('')}\nName: text\n`

function list() {
  return JSON.parse(
    execFileSync('python3', ['-I', '-c', LIST_PROGRAM, venv, '', '100', ''], { timeout: 20_000 }).toString(),
  )
}

test('adds up the recorded sizes of a package, and names the packages that require it', async () => {
  await install('a.dist-info', { METADATA: metadata('A', 'b_c>=1; python_version > "3"', 'd') })
  await install('b_c.dist-info', {
    METADATA: metadata('b.c', 'B-C[all]', "e; extra == 'all'", "f; extra == 'all'"),
    RECORD: 'b/c.py,sha256=x,120\n"b/d,e.py",sha256=y,3\nb/RECORD,,\n',
    'direct_url.json': '{"url": "https://packages.example/b.whl"}',
  })
  await install('e.dist-info', { METADATA: metadata('e') })
  await install('f.dist-info', { METADATA: metadata('f'), REQUESTED: '', INSTALLER: 'pip\n' })
  expect(list().packages).toEqual([
    { name: 'A', version: '1.0', direct_url: null, is_requested: null, asked_by: [], size: 0 },
    {
      name: 'b.c',
      version: '1.0',
      direct_url: { url: 'https://packages.example/b.whl' },
      is_requested: null,
      asked_by: ['A'],
      size: 123,
    },
    { name: 'e', version: '1.0', direct_url: null, is_requested: null, asked_by: ['b.c'], size: 0 },
    { name: 'f', version: '1.0', direct_url: null, is_requested: true, asked_by: [], size: 0 },
  ])
})

test('follows no link and waits for no pipe in the place of a file', async () => {
  const secret = join(venv, 'secret')
  await writeFile(secret, metadata('stolen'))
  await symlink(secret, join(await install('linked.dist-info', {}), 'METADATA'))
  execFileSync('mkfifo', [join(await install('pipe.dist-info', {}), 'METADATA')])
  const whole = await install('whole.dist-info', { METADATA: metadata('whole') })
  await symlink('/dev/zero', join(whole, 'RECORD'))
  await symlink(secret, join(whole, 'direct_url.json'))
  expect(list().packages).toEqual([
    { name: 'whole', version: '1.0', direct_url: null, is_requested: null, asked_by: [], size: 0 },
  ])
})

test('reports packages that were requested from pip, even if another package requires them', async () => {
  await install('a.dist-info', { METADATA: metadata('a', 'b', 'c'), REQUESTED: '', INSTALLER: 'pip\n' })
  await install('b.dist-info', { METADATA: metadata('b'), REQUESTED: '', INSTALLER: 'pip\n' })
  await install('c.dist-info', { METADATA: metadata('c'), INSTALLER: 'pip\n' })
  const told = list().packages.map((one: { name: string; is_requested: boolean }) => [
    one.name,
    one.is_requested,
  ])
  expect(told).toEqual([
    ['a', true],
    ['b', true],
    ['c', false],
  ])
})

test('reports no requests for uv, which marks every package, or for a pip that marks none', async () => {
  await install('a.dist-info', { METADATA: metadata('a'), REQUESTED: '', INSTALLER: 'uv' })
  await install('b.dist-info', { METADATA: metadata('b'), INSTALLER: 'pip\n' })
  expect(list().packages.map(({ is_requested }: { is_requested: unknown }) => is_requested)).toEqual([
    null,
    null,
  ])
})
