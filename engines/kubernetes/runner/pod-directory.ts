import { join } from 'node:path'
import { type AttemptDirectory, attemptDirectory } from '../../attempt/attempt-directory.ts'
import { runEnvironment } from '../../attempt/environment.ts'
import type { RunSpec } from '../../engine.ts'

/** The paths in a pod's volume: those of a local attempt, and files between its containers. */
export interface PodDirectory extends AttemptDirectory {
  /** the command and its environment, read by the wrapper */
  command: string
  wrapper: string
  /** the beginning of the log, before the command's output */
  notice: string
  /** a pipe with which `keep` asks the wrapper to end the command or report its usage */
  asks: string
  /** the command's usage, as last written by the wrapper */
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

/** Returns the environment of a command in addition to that of its image, whose PATH stays. */
export function podEnvironment(spec: RunSpec, directory: PodDirectory): Record<string, string> {
  const { temporary } = directory
  const { PATH: _, ...own } = runEnvironment(spec, directory, {
    path: '',
    temporary,
    hasPython: true,
    isOffline: !spec.network,
  })
  return own
}
