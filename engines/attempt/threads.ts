import type { RunSpec } from '../engine.ts'

/** By which libraries learn how many threads to start; without them they count the cores of the machine. */
const COUNTS = [
  'OPENBLAS_NUM_THREADS',
  'NUMEXPR_MAX_THREADS',
  'LOKY_MAX_CPU_COUNT',
  'POLARS_MAX_THREADS',
  'RAYON_NUM_THREADS',
  'PYTHON_CPU_COUNT',
] as const
/** A launcher of several processes divides the cores among them by these, unless they are set. */
const DIVIDED_COUNTS = ['OMP_NUM_THREADS', 'MKL_NUM_THREADS'] as const

/** Programs that start several processes: by their name, or as a module of Python. */
const LAUNCHER =
  /(?:^|[\s/;&|('"])(?:torchrun|accelerate|deepspeed|mpirun|mpiexec)(?=$|[\s;&|)'"])|\btorch\.distributed\.(?:run|launch)\b/

/**
 * As many threads as the run has cores, rounded up: a library that starts one for each core of the machine is many times
 * slower in a run that is given fewer.
 */
export function threadCounts({
  granted,
  command,
}: Pick<RunSpec, 'granted' | 'command'>): Record<string, string> {
  const names = LAUNCHER.test((command ?? []).join(' ')) ? COUNTS : [...DIVIDED_COUNTS, ...COUNTS]
  const count = String(Math.max(1, Math.ceil(granted.cpu)))
  return Object.fromEntries(names.map((name) => [name, count]))
}
