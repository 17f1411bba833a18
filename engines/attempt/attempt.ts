import { join } from 'node:path'
import type { RunKey } from '../engine.ts'
import { type AttemptDirectory, attemptRoot } from './attempt-directory.ts'
import type { Passer } from './folders.ts'

/** Where the attempts of an engine lie, and whose their files are. */
export interface RunsFolder {
  /** the directory of all runs */
  runs: string
  /** what lies where in the folder of an attempt */
  layout(root: string): AttemptDirectory
  /** whether each workspace's runs have an identity of their own */
  ownIdentities: boolean
  uidOf(workspaceNumber: number): Passer
}

/** One attempt in its folder. */
export interface Attempt {
  key: RunKey
  directory: AttemptDirectory
}

/**
 * @param named a key or what holds one: only the ids are kept, so that nothing else of a run comes into a log
 * @throws when an id could lead out of the directory of runs
 */
export function attemptOf({ runs, layout }: Pick<RunsFolder, 'runs' | 'layout'>, named: RunKey): Attempt {
  const { workspace, run, attempt } = named
  const key = { workspace, run, attempt }
  return { key, directory: layout(join(runs, attemptRoot(key))) }
}
