import { constants } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { timeOf } from '../../attempt/attempt-record.ts'
import { codeOf, isMissing, readJson, UNREADABLE } from '../../attempt/json-file.ts'
import { readProgress } from '../../attempt/progress.ts'
import type { Progress, Usage } from '../../engine.ts'
import type { ExitRecord } from '../attempt-store.ts'
import type { PodDirectory } from './pod-directory.ts'

const MIB = 2 ** 20

/** What `keep` sees of the command, and how it speaks to the wrapper: by files and a pipe in their volume. */
export interface CommandWatch {
  /** null before it began */
  startedAt(): Promise<string | null>
  /** null while it goes on, or where its wrapper was killed with it */
  exit(): Promise<ExitRecord | null>
  progress(): Promise<Progress | null>
  /** as the wrapper said when it was last asked */
  usage(): Promise<Usage | null>
  /** @returns false where no wrapper hears it now */
  ask(what: 'stop' | 'kill' | 'usage'): Promise<boolean>
}

export function watchCommand(directory: PodDirectory): CommandWatch {
  const startedAt = () => timeOf(directory.begun).catch(nothingMissing)
  return {
    startedAt,
    async exit() {
      const exit = await readJson(directory.exit, isExit)
      // It is being written.
      if (exit === null || exit === UNREADABLE) return null
      const ended_at = await timeOf(directory.exit)
      return { exit_code: exit.exit_code, started_at: (await startedAt()) ?? ended_at, ended_at }
    },
    progress: () => readProgress({ path: directory.progress, root: directory.log, uid: null }),
    async usage() {
      const text = await readFile(directory.usage, 'utf8').catch(nothingMissing)
      return text?.endsWith('\n') ? usageIn(text) : null
    },
    async ask(what) {
      try {
        const pipe = await open(directory.asks, constants.O_WRONLY | constants.O_NONBLOCK)
        await pipe.write(`${what}\n`).finally(() => pipe.close())
        return true
      } catch (error) {
        if (['ENXIO', 'EPIPE', 'EAGAIN'].includes(codeOf(error) ?? '')) return false
        throw error
      }
    },
  }
}

/** One line of numbers, as the wrapper writes it. */
function usageIn(line: string): Usage | null {
  const [memory = 0, idle = 0, micro = 0, nano = 0, own = 0] = line.trim().split(' ').map(Number)
  if (![memory, idle, micro, nano, own].every(Number.isFinite)) return null
  return {
    cpu_seconds: micro > 0 ? micro / 1e6 : nano / 1e9,
    memory_mib: memory > 0 ? Math.max(0, memory - idle) / MIB : own / 1024,
    gpu_percent: null,
    gpu_memory_mib: null,
    written_mib: null,
  }
}

/** The command may write it too: what is no code of a program says nothing, and the cluster tells. */
function isExit(value: unknown): value is { exit_code: number } {
  return typeof value === 'object' && value !== null && 'exit_code' in value && isCode(value.exit_code)
}

function isCode(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255
}

function nothingMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}
