import { join } from 'node:path'
import { type AttemptDirectory, attemptDirectory, logFileOf } from '../attempt/attempt-directory.ts'
import type { LogFile } from '../attempt/logs.ts'
import type { LogType } from '../engine.ts'

/** The folder of an attempt as Slurm uses it. */
export interface SlurmFiles {
  /** all that the run finds, and what its supervisor writes down; whole or not there at all */
  run: string
  /** that a job may have been asked for */
  asked: string
  /** which job was */
  job: string
  /** jobs that a node could not start */
  failed: string
  /** the supervisor as it is handed to Slurm, out of reach of the user whom it runs as */
  script: string
  /** what Slurm itself writes about the job */
  notes: string
}

export function slurmFiles({ root }: Pick<AttemptDirectory, 'root'>): SlurmFiles {
  return {
    run: join(root, 'run'),
    asked: join(root, 'asked.json'),
    job: join(root, 'job.json'),
    failed: join(root, 'failed.json'),
    script: join(root, 'supervisor'),
    notes: join(root, 'slurm.log'),
  }
}

/** The engine's records stand above what the run finds, which servers may lay out at once and only one puts in place. */
export function slurmLayout(root: string): AttemptDirectory {
  const { spec, stop, told, ended, retained, variables, secrets, temporary } = attemptDirectory(root)
  const ofRun = attemptDirectory(slurmFiles({ root }).run)
  return { ...ofRun, root, spec, stop, told, ended, retained, variables, secrets, temporary }
}

/** Here the supervisor is the run's user too, and so is the log of the process, which the run may replace. */
export function slurmLog(directory: AttemptDirectory, type: LogType, uid: number | null): LogFile {
  return { ...logFileOf(directory, type, uid), uid }
}
