import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { S3Settings } from '../s3/service.ts'

const SCRIPT = fileURLToPath(new URL('../../scripts/swift.sh', import.meta.url))

/** The deadline for a start that hangs: five programs of Python may take a minute beside other work. */
export const START_MS = 300_000

export interface Swift {
  /** PODIUM_OBJECTS_URL of a server that keeps its objects there */
  url: string
  keys: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string }
  settings: S3Settings
  /** it stops answering, and its port stays open */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/**
 * A real Swift of its own that speaks S3, on loopback.
 * @param corsOrigin whose pages may send to it: '*' for all
 */
export async function startSwift(corsOrigin = ''): Promise<Swift> {
  const env = { ...process.env, SWIFT_CORS_ORIGIN: corsOrigin }
  const child = spawn(SCRIPT, { stdio: ['pipe', 'pipe', 'inherit'], env })
  const ended = once(child, 'exit')
  const said: Record<string, string> = {}
  for await (const line of createInterface(child.stdout)) {
    const at = line.indexOf('=')
    said[line.slice(0, at)] = line.slice(at + 1).replaceAll("'", '')
    if (line.startsWith('SWIFT_PROXY_PID=')) break
  }
  const { SWIFT_PROXY_PID: proxy, PODIUM_OBJECTS_URL: url } = said
  if (proxy === undefined || url === undefined) throw new Error('Swift did not start.')
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = said
  const endpoint = new URL(url).searchParams.get('endpoint')
  return {
    url,
    keys: { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY },
    settings: { endpoint, direct: null, region: 'us-east-1', path_style: true, bucket: null, prefix: '' },
    pause: () => void process.kill(Number(proxy), 'SIGSTOP'),
    resume: () => void process.kill(Number(proxy), 'SIGCONT'),
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}
