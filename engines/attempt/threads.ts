import type { RunSpec } from '../engine.ts'

/** Variables that tell libraries how many threads to start; without them they count the cores of the machine. */
const COUNTS = [
  'OPENBLAS_NUM_THREADS',
  'NUMEXPR_MAX_THREADS',
  'LOKY_MAX_CPU_COUNT',
  'POLARS_MAX_THREADS',
  'RAYON_NUM_THREADS',
  'PYTHON_CPU_COUNT',
] as const
/** Not set for launchers of several processes, which divide the cores among them unless these are set. */
const DIVIDED_COUNTS = ['OMP_NUM_THREADS', 'MKL_NUM_THREADS'] as const

/** Programs that start several processes, by name or as a Python module. */
const LAUNCHER =
  /(?:^|[\s/;&|('"])(?:torchrun|accelerate|deepspeed|mpirun|mpiexec)(?=$|[\s;&|)'"])|\btorch\.distributed\.(?:run|launch)\b/

/**
 * Returns thread counts equal to the run's cores, rounded up. A library that starts one thread for each core of the
 * machine is many times slower in a run with fewer cores.
 */
export function threadCounts({
  granted,
  command,
}: Pick<RunSpec, 'granted' | 'command'>): Record<string, string> {
  const names = LAUNCHER.test((command ?? []).join(' ')) ? COUNTS : [...DIVIDED_COUNTS, ...COUNTS]
  const count = String(Math.max(1, Math.ceil(granted.cpu)))
  return Object.fromEntries(names.map((name) => [name, count]))
}
