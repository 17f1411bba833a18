import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = new URL('..', import.meta.url).pathname
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

let folder: string
let server: ChildProcess | undefined
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'podium-packed-'))
  chmodSync(folder, 0o711)
})
afterAll(async () => {
  if (server?.exitCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Packs into a new folder and returns the archive. */
function pack(name: string): string {
  execFileSync(process.execPath, ['scripts/pack.mjs', join(folder, name)], { cwd: root })
  const [archive = ''] = readdirSync(join(folder, name))
  return join(folder, name, archive)
}

/** The environment of a machine with only Node: no npm, no checkout, no other tools. */
const alone = (more: Record<string, string> = {}) => ({
  cwd: folder,
  env: { PATH: '', PODIUM_HOME: join(folder, 'home'), PODIUM_PORT: '0', ...more },
})

/** Waits until the server prints its address, or has ended. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk
      const address = /running at (http:\S+)/.exec(printed)?.[1]
      if (address) resolve(address)
    })
    child.once('exit', () => reject(new Error(`The server ended and said: ${printed}`)))
  })
}

test('packs the same archive twice, which Node alone starts', async () => {
  const [first, second] = [pack('first'), pack('second')]
  expect(first).toContain(`podium-${version}-${process.platform}-${process.arch}.tar.gz`)
  expect(readFileSync(first).equals(readFileSync(second))).toBe(true)

  execFileSync('tar', ['-xzf', first, '-C', folder])
  const podium = join(folder, `podium-${version}`, 'podium.mjs')
  const outputOf = (...words: string[]) =>
    execFileSync(process.execPath, [podium, ...words], alone()).toString()
  expect(outputOf('--version')).toBe(`podium ${version}\n`)

  server = spawn(process.execPath, [podium, 'start'], { ...alone(), stdio: ['ignore', 'pipe', 'ignore'] })
  const address = await addressOf(server)
  expect(await (await fetch(`${address}/api/v1/healthz`)).json()).toEqual({ status: 'ok', failing: [] })
  expect(await (await fetch(`${address}/api/v1/versions`)).json()).toMatchObject({ product_version: version })
  expect(await (await fetch(`${address}/`)).text()).toContain('<html')
  expect(outputOf('export', join(folder, 'backup.tar.gz'))).toMatch(/^Exported \d+ rows? of/)
  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
})
