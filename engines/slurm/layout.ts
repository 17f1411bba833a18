import { join } from 'node:path'
import { type AttemptDirectory, attemptDirectory, logFileOf } from '../attempt/attempt-directory.ts'
import type { LogFile } from '../attempt/logs.ts'
import type { LogType } from '../engine.ts'

/** Paths of Slurm's files in the folder of an attempt. */
export interface SlurmFiles {
  /** the run's files and its supervisor's records; complete or missing */
  run: string
  /** records that a job may have been requested */
  submitting: string
  /** records the job's number */
  job: string
  /** jobs that a node could not start */
  failed: string
  /** the supervisor's script for Slurm, which the run's user cannot change */
  script: string
  /** Slurm's own messages about the job */
  notes: string
}

export function slurmFiles({ root }: Pick<AttemptDirectory, 'root'>): SlurmFiles {
  return {
    run: join(root, 'run'),
    submitting: join(root, 'asked.json'),
    job: join(root, 'job.json'),
    failed: join(root, 'failed.json'),
    script: join(root, 'supervisor'),
    notes: join(root, 'slurm.log'),
  }
}

/** Returns an attempt's paths. The engine's records are above the run's folder, which only one server puts in place. */
export function slurmLayout(root: string): AttemptDirectory {
  const { spec, stop, signalled, ended, retained, variables, secrets, temporary } = attemptDirectory(root)
  const ofRun = attemptDirectory(slurmFiles({ root }).run)
  return { ...ofRun, root, spec, stop, signalled, ended, retained, variables, secrets, temporary }
}

/** Returns a log. The supervisor runs as the run's user here, who therefore owns the process log and may replace it. */
export function slurmLog(directory: AttemptDirectory, type: LogType, uid: number | null): LogFile {
  return { ...logFileOf(directory, type, uid), uid }
}
