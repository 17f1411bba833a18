import { join } from 'node:path'
import { type AttemptDirectory, attemptDirectory } from '../../attempt/attempt-directory.ts'
import { runEnvironment } from '../../attempt/environment.ts'
import type { RunSpec } from '../../engine.ts'

/** What of an attempt lies in its pod's volume: as on one machine, and what its containers tell each other by. */
export interface PodDirectory extends AttemptDirectory {
  /** the environment and the words of the command, for the wrapper to read */
  command: string
  wrapper: string
  /** what the log begins with, before the command writes to it */
  notice: string
  /** a pipe by which `keep` asks the wrapper to end the command, or what it uses */
  asks: string
  /** what the command uses, as the wrapper wrote it last */
  usage: string
}

export function podDirectory(root: string): PodDirectory {
  return {
    ...attemptDirectory(root),
    begun: join(root, 'begun'),
    command: join(root, 'command'),
    wrapper: join(root, 'wrapper'),
    notice: join(root, 'notice'),
    asks: join(root, 'asks'),
    usage: join(root, 'usage'),
  }
}

/** What a command finds in its environment beside that of its image, whose path it keeps. */
export function podEnvironment(spec: RunSpec, directory: PodDirectory): Record<string, string> {
  const { temporary } = directory
  const { PATH: _, ...own } = runEnvironment(spec, directory, { path: '', temporary, hasPython: true })
  return own
}
