import { join } from 'node:path'
import type { LogType, RunKey } from '../engine.ts'
import type { LogFile } from './logs.ts'

/**
 * The paths of one attempt. Files that the run may write (cwd, out, log) belong to it; the rest belongs to the engine,
 * so that a run cannot forge its end. The run has only the open descriptor of process.log.
 */
export interface AttemptDirectory {
  root: string
  spec: string
  supervisor: string
  /** written by the supervisor: that it began, the program it started, and its end */
  begun: string
  child: string
  exit: string
  /** written by the engine: the request to stop, the same once the program was signalled, and the verdict */
  stop: string
  signalled: string
  ended: string
  /** records which files were removed to free a full disk */
  removed_files: string
  /** names the virtual environment of its packages, if it has one */
  environment: string
  /** the packages that its source asks for, if packages are installed */
  requested_packages: string
  /** says until when the working directory is kept after the run */
  retained: string
  /** names the cores of the machine that the run may use */
  cores: string
  metadata: string
  parameters: string
  /** the environment of the run, read by its shell */
  variables: string
  work: string
  /** marks when everything was prepared; see prepared-mark.ts */
  prepared: string
  data: string
  model: string
  /** a copy of the product's Python modules for the program */
  python: string
  /** one file per secret, readable only by the run; removed at its end */
  secrets: string
  output: string
  log: string
  progress: string
  /** a link to the folder for temporary files of a run without a sandbox; see temporary-folder.ts */
  temporary: string
  logs: Record<LogType, string>
}

const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/

/** Returns the folder of an attempt, below that of all runs. @throws if an id could lead out of it */
export function attemptRoot({ workspace, run, attempt }: RunKey): string {
  if (!ID.test(workspace) || !ID.test(run) || !Number.isSafeInteger(attempt) || attempt < 1) {
    throw new Error('The name of this run cannot be the name of a folder.')
  }
  return join(workspace, run, String(attempt))
}

/** Returns the paths in the folder of the attempt. */
export function attemptDirectory(root: string): AttemptDirectory {
  const log = join(root, 'log')
  return {
    root,
    spec: join(root, 'spec.json'),
    supervisor: join(root, 'supervisor'),
    begun: join(root, 'begun.json'),
    child: join(root, 'child.json'),
    exit: join(root, 'exit.json'),
    stop: join(root, 'stop.json'),
    signalled: join(root, 'told.json'),
    ended: join(root, 'ended.json'),
    removed_files: join(root, 'let-go.json'),
    environment: join(root, 'environment.json'),
    requested_packages: join(root, 'asked.json'),
    retained: join(root, 'kept.json'),
    cores: join(root, 'cores.json'),
    metadata: join(root, 'metadata.json'),
    parameters: join(root, 'parameters.json'),
    variables: join(root, 'variables'),
    work: join(root, 'cwd'),
    prepared: join(root, 'prepared'),
    data: join(root, 'data'),
    model: join(root, 'model'),
    python: join(root, 'python'),
    secrets: join(root, 'secrets'),
    output: join(root, 'out'),
    log,
    progress: join(log, 'progress.jsonl'),
    temporary: join(root, 'tmp'),
    logs: { process: join(root, 'process.log'), pipeline: join(log, 'pipeline.log') },
  }
}

/** Returns a log with the folder that must contain it and the uid that must own it. */
export function logFileOf(directory: AttemptDirectory, type: LogType, uid: number | null): LogFile {
  const { root, log, logs } = directory
  if (type === 'process') return { path: logs.process, root, uid: null }
  return { path: logs.pipeline, root: log, uid }
}
