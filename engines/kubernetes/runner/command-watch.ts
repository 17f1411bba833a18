import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { parsedJson } from '../../attempt/json-file.ts'
import { readTail } from '../../attempt/logs.ts'
import { readProgress } from '../../attempt/progress.ts'
import { isExitCode } from '../../attempt/record-shapes.ts'
import type { Progress, Usage } from '../../engine.ts'
import type { ExitRecord } from '../attempt-store.ts'
import type { PodDirectory } from './pod-directory.ts'

const MIB = 2 ** 20
/** Maximum bytes of a line that the wrapper writes. */
const LINE = 1024

/**
 * The state of the command as `keep` sees it, and its channel to the wrapper: files and a pipe in their volume. The
 * command may remove each of them, and put anything in its place.
 */
export interface CommandWatch {
  /** null before it began */
  startedAt(): Promise<string | null>
  /** null while it runs, or if its wrapper was killed with it */
  exit(): Promise<ExitRecord | null>
  progress(): Promise<Progress | null>
  /** as last reported by the wrapper */
  usage(): Promise<Usage | null>
  /** @returns false if no wrapper hears it now */
  ask(what: 'stop' | 'kill' | 'usage'): Promise<boolean>
}

export function watchCommand(directory: PodDirectory): CommandWatch {
  const lineOf = (path: string) => readTail({ path, root: directory.root, uid: null }, LINE)
  const startedAt = () => writtenAt(directory.begun)
  return {
    startedAt,
    async exit() {
      const exit = parsedJson(await lineOf(directory.exit))
      const ended_at = await writtenAt(directory.exit)
      // The record is missing or just being written.
      if (!isExit(exit) || ended_at === null) return null
      return { exit_code: exit.exit_code, started_at: (await startedAt()) ?? ended_at, ended_at }
    },
    progress: () => readProgress({ path: directory.progress, root: directory.log, uid: null }),
    async usage() {
      const line = await lineOf(directory.usage)
      return line.endsWith('\n') ? usageIn(line) : null
    },
    async ask(what) {
      const how = constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW
      const pipe = await open(directory.asks, how).catch(() => null)
      try {
        if (!(await pipe?.stat())?.isFIFO()) return false
        await pipe?.write(`${what}\n`)
        return true
      } catch {
        return false
      } finally {
        await pipe?.close()
      }
    },
  }
}

/** Returns the time of the file, limited to 1970 until now because the command may set any; null without a file. */
async function writtenAt(path: string): Promise<string | null> {
  const written = await lstat(path).catch(() => null)
  return written && new Date(Math.min(Date.now(), Math.max(0, written.mtimeMs))).toISOString()
}

/** Parses the line of numbers that the wrapper writes. */
function usageIn(line: string): Usage | null {
  const [memory = 0, idle = 0, micro = 0, nano = 0, own = 0] = line.trim().split(' ').map(Number)
  if (![memory, idle, micro, nano, own].every((figure) => figure >= 0 && figure <= Number.MAX_SAFE_INTEGER))
    return null
  return {
    cpu_seconds: micro > 0 ? micro / 1e6 : nano / 1e9,
    memory_mib: memory > 0 ? Math.max(0, memory - idle) / MIB : own / 1024,
    gpu_percent: null,
    gpu_memory_mib: null,
    written_mib: null,
  }
}

/** The command may write the record too. If its code is not valid, the cluster's is used. */
function isExit(value: unknown): value is { exit_code: number } {
  return typeof value === 'object' && value !== null && 'exit_code' in value && isExitCode(value.exit_code)
}
