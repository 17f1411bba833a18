import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, test } from 'vitest'
import { commandWithEnvironment, writeEnvironment } from './environment-file.ts'

const run = promisify(execFile)
const SHOW = 'process.stdout.write(JSON.stringify(process.env))'

let file: string
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'podium-environment-'))
  file = join(folder, 'variables')
  return () => rm(folder, { recursive: true })
})

async function shownTo(environment: Record<string, string>, shell = ['/bin/sh']) {
  await writeEnvironment(file, environment, null)
  const [, ...words] = commandWithEnvironment(file, [process.execPath, '-e', SHOW])
  const { stdout, stderr } = await run('env', ['-i', ...shell, ...words])
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

test('passes values of every kind unchanged, in a file that only its owner can read', async () => {
  const values = [
    '',
    ' ',
    "it's",
    '"',
    '$(id)',
    '`id`',
    '$HOME',
    '\\',
    "\\'",
    'a\nb\n',
    '-n',
    '*',
    'ä 가 🎵',
    '\x1b[31m',
    '\r',
  ]
  const environment = Object.fromEntries(values.map((value, at) => [`VALUE_${at}`, value]))
  expect(await shownTo(environment)).toMatchObject(environment)
  expect((await stat(file)).mode & 0o777).toBe(0o400)
})

test('passes all other variables if one has a name that the shell reserves', async () => {
  const kept = [
    'UID',
    'EUID',
    'PPID',
    'OPTIND',
    'LINENO',
    'SHELLOPTS',
    'BASHOPTS',
    'BASH_VERSINFO',
    'IFS',
    'PS4',
  ]
  const environment = { ...Object.fromEntries(kept.map((name) => [name, 'mine'])), LAST: 'here' }
  for (const shell of [['/bin/sh'], ['/bin/bash', '--norc', '--posix']])
    expect(await shownTo(environment, shell)).toMatchObject({ LAST: 'here' })
})
