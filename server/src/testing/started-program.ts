import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ConnectionSettings } from '@podium/database/connection-settings.ts'

export interface Started {
  child: ChildProcess
  ended: Promise<number | null>
  text(): string
  /** waits until the output matches, or the server has ended */
  untilPrinted(pattern: RegExp): Promise<string>
}

/** Starts a built program with these settings only. */
export function startProgram(program: string, env: Record<string, string>, command: string[] = []): Started {
  const child = spawn(process.execPath, [program, ...command], {
    env: { PATH: process.env.PATH, PODIUM_LOG_LEVEL: 'error', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes) => {
      output += bytes
      child.emit('output')
    })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const over = ended.then(() => 'over')
  return {
    child,
    ended,
    text: () => output,
    async untilPrinted(pattern) {
      for (;;) {
        const match = pattern.exec(output)
        if (match) return match[1] ?? match[0]
        if ((await Promise.race([once(child, 'output'), over])) === 'over')
          throw new Error(`the server ended and said: ${output}`)
      }
    },
  }
}

/** The value for PODIUM_DATABASE_URL. */
export function urlOf(settings: ConnectionSettings): string {
  if ('connectionString' in settings) return settings.connectionString
  const { host, port, user, database } = settings
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}
