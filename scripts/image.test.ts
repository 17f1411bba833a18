import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { FETCH } from '../engines/kubernetes/runner/commands.ts'
import { imageSettings } from './image-settings.mjs'
import { packedFiles } from './packed-files.mjs'

const root = new URL('..', import.meta.url).pathname
const readText = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')
const containerfile = readText('deploy', 'Containerfile')
const preparation = readText('deploy', 'image', 'prepare.sh')
const packages = readText('deploy', 'image', 'packages').trim().split('\n')
const { version } = JSON.parse(readText('package.json')) as { version: string }

test('gives the image the settings of the Containerfile by both ways to build it', () => {
  expect(imageSettings(containerfile)).toEqual({
    User: '10001:10001',
    WorkingDir: '/data',
    Env: [
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      'PODIUM_HOME=/data/podium',
      'PODIUM_HOST=0.0.0.0',
      'PODIUM_PORT=8080',
    ],
    ExposedPorts: { '8080/tcp': {} },
    Entrypoint: ['tini', '--', 'podium'],
    Cmd: ['start'],
  })
})

test('starts the programs in the image: the server, and those beside a run', { tags: ['long'] }, () => {
  const image = mkdtempSync(join(tmpdir(), 'podium-image-'))
  const within = (path: string) => join(image, path)
  try {
    fillApp(within('/app'))
    mkdirSync(within('/usr/local/bin'), { recursive: true })
    symlinkSync(process.execPath, within('/usr/local/bin/node'))
    for (const [, to = '', name = ''] of preparation.matchAll(/^ln -s (\S+) (\S+)$/gm))
      symlinkSync(within(to), within(name))
    const { Env, Entrypoint, Cmd } = imageSettings(containerfile)
    const env = Object.fromEntries(Env.map((each) => each.split('=') as [string, string]))
    const outputOf = (words: string[], more: Record<string, string> = {}) => {
      const [program = '', ...args] = words
      const path = `${within('/usr/local/bin')}:${env.PATH}`
      const { stdout, stderr } = spawnSync(within(`/usr/local/bin/${program}`), args, {
        cwd: image,
        env: { ...env, ...more, PATH: path },
        encoding: 'utf8',
      })
      return stdout + stderr
    }
    const [init, separator, ...podium] = Entrypoint
    expect([init, separator]).toEqual(['tini', '--'])
    expect(packages).toContain(init)
    expect(outputOf([...podium, '--version'])).toBe(`podium ${version}\n`)
    expect(outputOf([...podium, ...Cmd], { PODIUM_PORT: 'none' })).toContain('PODIUM_PORT=none')
    expect(outputOf(FETCH.map((word) => (word.startsWith('/') ? within(word) : word)))).toContain(
      'PODIUM_RUN_DIR is not set.',
    )
  } finally {
    rmSync(image, { recursive: true, force: true })
  }
})

/** Unpacks a packed release, as both ways do. */
function fillApp(folder: string): void {
  for (const { name, path, link } of packedFiles(root)) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    if (link) symlinkSync(link, file)
    else if (path) linkOrCopy(path, file)
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'podium', version, type: 'module' }))
}

/** Files cannot be linked across file systems. */
function linkOrCopy(path: string, file: string): void {
  try {
    linkSync(path, file)
  } catch {
    copyFileSync(path, file)
  }
}

test('refuses a Containerfile without a user', () => {
  expect(() => imageSettings(containerfile.replace('USER', '# USER'))).toThrow('has no USER')
})
