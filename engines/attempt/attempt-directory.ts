import { join } from 'node:path'
import type { LogType, RunKey } from '../engine.ts'
import type { LogFile } from './logs.ts'

/**
 * Where everything of one attempt lies. What the run may write (cwd, out, log) is owned by it; the rest is the
 * engine's, so that a run cannot forge how it ended. Of process.log it has the open descriptor alone.
 */
export interface AttemptDirectory {
  root: string
  spec: string
  supervisor: string
  /** written by the supervisor: that it began, the program it started, how that ended */
  begun: string
  child: string
  exit: string
  /** written by the engine: that an end was asked for, the same once the program was told, and the verdict */
  stop: string
  told: string
  ended: string
  /** says what was removed to give the room of a full disk back */
  let_go: string
  /** names the virtual environment of its packages, where it has one */
  environment: string
  /** what its source asks for, where packages are installed */
  asked: string
  /** says until when the working directory stays, where it outlives its run */
  retained: string
  /** names the cores of the machine that the run may use */
  cores: string
  metadata: string
  parameters: string
  /** the environment of the run, for its shell to read */
  variables: string
  work: string
  data: string
  model: string
  /** a copy of the modules of the product that Python programs find */
  python: string
  /** a file for each secret, for the run alone; gone when it has ended */
  secrets: string
  output: string
  log: string
  progress: string
  /** a link to the folder for temporary files of a run without sandbox; see temporary-folder.ts */
  temporary: string
  logs: Record<LogType, string>
}

const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/

/**
 * The folder of an attempt, below that of all runs.
 * @throws when an id could lead out of it
 */
export function attemptRoot({ workspace, run, attempt }: RunKey): string {
  if (!ID.test(workspace) || !ID.test(run) || !Number.isSafeInteger(attempt) || attempt < 1) {
    throw new Error('The name of this run cannot be the name of a folder.')
  }
  return join(workspace, run, String(attempt))
}

/** Everything directly in the folder of the attempt. */
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
    told: join(root, 'told.json'),
    ended: join(root, 'ended.json'),
    let_go: join(root, 'let-go.json'),
    environment: join(root, 'environment.json'),
    asked: join(root, 'asked.json'),
    retained: join(root, 'kept.json'),
    cores: join(root, 'cores.json'),
    metadata: join(root, 'metadata.json'),
    parameters: join(root, 'parameters.json'),
    variables: join(root, 'variables'),
    work: join(root, 'cwd'),
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

/** A log, with the folder below which it must lie and whose it must be. */
export function logFileOf(directory: AttemptDirectory, type: LogType, uid: number | null): LogFile {
  const { root, log, logs } = directory
  if (type === 'process') return { path: logs.process, root, uid: null }
  return { path: logs.pipeline, root: log, uid }
}
