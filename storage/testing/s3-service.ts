import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { S3Settings } from '../s3/service.ts'

/** A real service that speaks S3, on loopback. */
export interface S3Service {
  /** PODIUM_OBJECTS_URL of a server that keeps its objects there */
  url: string
  keys: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string }
  settings: S3Settings
  /** stops answering while its port stays open */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/** Starts one with a script of `scripts/`, which runs until its input ends and prints settings (last STORE_PID). */
export async function startS3Service(
  script: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<S3Service> {
  const path = fileURLToPath(new URL(`../../scripts/${script}`, import.meta.url))
  const child = spawn(path, args, { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...env } })
  const ended = once(child, 'exit')
  const said: Record<string, string> = {}
  for await (const line of createInterface(child.stdout)) {
    const at = line.indexOf('=')
    said[line.slice(0, at)] = line.slice(at + 1).replaceAll("'", '')
    if (line.startsWith('STORE_PID=')) break
  }
  const { STORE_PID: pid, PODIUM_OBJECTS_URL: url } = said
  if (pid === undefined || url === undefined) throw new Error(`${[script, ...args].join(' ')} did not start.`)
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = said
  const endpoint = new URL(url).searchParams.get('endpoint')
  return {
    url,
    keys: { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY },
    settings: { endpoint, direct: null, region: 'us-east-1', path_style: true, bucket: null, prefix: '' },
    pause: () => void process.kill(Number(pid), 'SIGSTOP'),
    resume: () => void process.kill(Number(pid), 'SIGCONT'),
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}
