import { chmod, cp, readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryHome } from '../testing/temporary-home.ts'
import { findBinaries, installedPackage } from './binaries.ts'
import { identityOfPostgres } from './identity.ts'
import { run } from './program.ts'

const identity = identityOfPostgres()

/** Copies the package as `npm ci` without install scripts leaves it: without symbolic links between the libraries. */
async function freshInstall(): Promise<{ home: string; installed: string }> {
  const { home, remove } = await temporaryHome()
  onTestFinished(remove)
  const from = installedPackage()
  const list = await readFile(join(from, 'native', 'pg-symlinks.json'), 'utf8')
  const links = new Set(JSON.parse(list).map(({ target }: { target: string }) => join(from, target)))
  const installed = join(home, 'install', 'package')
  await cp(from, installed, {
    recursive: true,
    filter: (path) => extname(path) !== '.a' && !links.has(path),
  })
  return { home, installed }
}

test('repairs a fresh install that lacks its links in place', { tags: ['long'] }, async () => {
  const { home, installed } = await freshInstall()
  const { initdb, postgres } = await findBinaries(home, identity, installed)
  expect(postgres).toBe(join(installed, 'native', 'bin', 'postgres'))
  expect(await run({ program: initdb, args: ['--version'], identity })).toMatchObject({ ok: true })
  expect(await readdir(home)).toEqual(['install'])
})

test.runIf(process.getuid?.() === 0)(
  'an install below a closed folder is copied once to where PostgreSQL’s user can run it',
  { tags: ['long'] },
  async () => {
    const { home, installed } = await freshInstall()
    await chmod(join(home, 'install'), 0o700)
    const first = await findBinaries(home, identity, installed)
    expect(first.postgres.startsWith(join(home, 'postgres-18.'))).toBe(true)
    const copies = async () => (await readdir(home)).filter((name) => name.startsWith('postgres-'))
    expect(await copies()).toHaveLength(1)
    expect(await findBinaries(home, identity, installed)).toEqual(first)
    expect(await copies()).toHaveLength(1)
    expect(await run({ program: first.initdb, args: ['--version'], identity })).toMatchObject({ ok: true })
  },
)
