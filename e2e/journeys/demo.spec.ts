import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, test } from '@playwright/test'

const PROGRAM = new URL('../../cli/dist/demo.js', import.meta.url).pathname

/** Starts the demo, answers what it printed up to a line, and sends it a signal then. */
async function stopAt(signal: NodeJS.Signals, shown: RegExp) {
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
  child.kill(signal)
  // npm sends on what a terminal has sent already
  child.kill(signal)
  const [code] = await ended
  return { code, home, printed }
}

/** What still runs in a home: its server is found by its database, and a run by its files. */
function leftIn(home: string): string[] {
  const running = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n')
  return running.filter((line) => line.includes(home))
}

const moments = [
  ['SIGINT', 'before its server answers', /keeps everything in/],
  ['SIGTERM', 'while it trains', /Workspace \S+ is ready/],
  ['SIGHUP', 'while it is looked at', /penguins-v1-1 succeeded\. .*\n.*\baccuracy 0\.9(.*\n)+Password: /],
] as const

for (const [signal, moment, shown] of moments)
  test(`a demo that gets ${signal} ${moment} leaves nothing`, async () => {
    const { code, home } = await stopAt(signal, shown)
    expect(code).toBe(0)
    expect(home).not.toBe('')
    expect(existsSync(home)).toBe(false)
    expect(leftIn(home)).toEqual([])
  })
