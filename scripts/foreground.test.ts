import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const FOREGROUND = new URL('./foreground.mjs', import.meta.url).href
const PACKAGE = new URL('../package.json', import.meta.url)

/** Prints the signals it gets, and ends a moment after the first. */
const CHILD = `
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {
    console.log(signal)
    setTimeout(() => process.exit(7), 100)
  })
  setTimeout(() => {}, 20_000)
  console.log('ready')
`
const PARENT = `
  import { passSignalsOn, spawnApart } from '${FOREGROUND}'
  const child = spawnApart(process.execPath, ['child.mjs'], {})
  passSignalsOn([child])
  child.once('exit', (code) => {
    console.log('ended ' + code)
    process.exit(code)
  })
`

let folder: string
let started: ChildProcess[]
beforeEach(async () => {
  started = []
  folder = await mkdtemp(join(tmpdir(), 'podium-foreground-'))
  await writeFile(join(folder, 'child.mjs'), CHILD)
  await writeFile(join(folder, 'parent.mjs'), PARENT)
})
afterEach(async () => {
  for (const child of started) child.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

/** Starts a program whose child prints that it is ready. Returns its output until it has ended. */
async function start(program: string, args: string[]) {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  started.push(child)
  let printed = ''
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.includes('ready')) resolve()
    })
  })
  const ended = once(child, 'close').then(([code]) => ({ code, printed: printed.split('\n').slice(0, -1) }))
  await ready
  return { child, ended }
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'sends %s to the child once, and waits for its end',
  async (signal) => {
    const { child, ended } = await start(process.execPath, ['parent.mjs'])
    child.kill(signal)
    child.kill(signal)
    expect(await ended).toEqual({ code: 7, printed: ['ready', signal, 'ended 7'] })
  },
)

test.each(['start', 'demo', 'dev', 'test'])(
  'ends what npm run %s runs when it is ended itself',
  async (name) => {
    const { scripts } = JSON.parse(await readFile(PACKAGE, 'utf8')) as { scripts: Record<string, string> }
    await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { [name]: scripts[name] } }))
    await mkdir(join(folder, 'scripts'))
    await writeFile(join(folder, 'scripts', 'start.mjs'), CHILD)
    const { child, ended } = await start('npm', ['run', '--silent', name])
    child.kill('SIGTERM')
    expect((await ended).printed).toEqual(['ready', 'SIGTERM'])
  },
)
