import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect } from '@playwright/test'
import { podium } from '../fixtures/command.ts'
import { test } from '../fixtures/shared-server.ts'

const PROGRAM = new URL('../../cli/dist/demo.js', import.meta.url).pathname

/** Starts the demo, and sends it a signal when it has printed a line and `work` is done in its home. */
async function stopAt(signal: NodeJS.Signals, shown: RegExp, work?: (home: string) => Promise<void>) {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...process.env, PODIUM_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  const reached = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      if (shown.test(printed)) resolve()
    })
  })
  const ended = once(child, 'close')
  await reached
  const home = /keeps everything in (\S+)/.exec(printed)?.[1] ?? ''
  await work?.(home)
  child.kill(signal)
  // npm repeats what a terminal has sent already.
  child.kill(signal)
  const [code] = await ended
  return { code, home, printed }
}

/** Processes that still run in a home: its server is found by its database, and a run by its files. */
function leftIn(home: string): string[] {
  const running = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n')
  return running.filter((line) => line.includes(home))
}

/** The demo's model is where the command looks for it. */
async function runInference(home: string) {
  const { code, output } = await podium(home, ['run', 'penguins', '--pipeline', 'inference'])
  expect(code, output).toBe(0)
}

const moments = [
  ['SIGINT', 'before its server answers', /keeps everything in/, undefined],
  ['SIGTERM', 'while it trains', /Workspace \S+ is ready/, undefined],
  ['SIGHUP', 'while it is looked at', /succeeded\. .*\n.*\baccuracy 0\.9(.*\n)+Password: /, runInference],
] as const

for (const [signal, moment, shown, work] of moments)
  test(`leaves nothing of a demo that gets ${signal} ${moment}`, {
    tag: ['@python', '@ps', ...(signal === 'SIGINT' ? [] : ['@long'])],
  }, async () => {
    const { code, home } = await stopAt(signal, shown, work)
    expect(code).toBe(0)
    expect(home).not.toBe('')
    expect(existsSync(home)).toBe(false)
    expect(leftIn(home)).toEqual([])
  })
