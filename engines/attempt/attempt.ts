import { join } from 'node:path'
import type { RunKey } from '../engine.ts'
import { type AttemptDirectory, attemptRoot } from './attempt-directory.ts'
import type { Passer } from './folders.ts'

/** The folder of an engine's attempts, and the owner of their files. */
export interface RunsFolder {
  /** the directory of all runs */
  runs: string
  /** returns the paths in the folder of an attempt */
  layout(root: string): AttemptDirectory
  /** true if each workspace's runs have an identity of their own */
  ownIdentities: boolean
  uidOf(workspaceNumber: number): Passer
}

/** One attempt and its folder. */
export interface Attempt {
  key: RunKey
  directory: AttemptDirectory
}

/**
 * @param named a key or an object with one. Only the ids are kept, so that nothing else of a run is logged.
 * @throws if an id could lead out of the directory of runs
 */
export function attemptOf({ runs, layout }: Pick<RunsFolder, 'runs' | 'layout'>, named: RunKey): Attempt {
  const { workspace, run, attempt } = named
  const key = { workspace, run, attempt }
  return { key, directory: layout(join(runs, attemptRoot(key))) }
}
