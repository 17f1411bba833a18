import type { RunSpec } from '../engine.ts'

/** Fields that the record of an earlier release lacks. */
const ADDED: Pick<RunSpec, 'files' | 'working_directory' | 'python_path'> = {
  files: [],
  working_directory: '',
  python_path: [],
}

/** Returns the recorded spec of an attempt, which an earlier release may have recorded, with every field. */
export function specOfRecord(recorded: RunSpec): RunSpec {
  return { ...ADDED, ...recorded }
}
