import { expect, test } from 'vitest'
import { plainSpec } from '../testing/plain-spec.ts'
import { threadCounts } from './threads.ts'

const countsOf = (cpu: number, command = ['python', 'train.py']) =>
  threadCounts(plainSpec({ command, granted: { cpu, memory_mib: 512, gpu: 0 } }))

test.each([
  [0.25, '1'],
  [1, '1'],
  [1.5, '2'],
  [8, '8'],
])('gives a run of %d cores %s threads in each library', (cpu, count) => {
  const counts = countsOf(cpu)
  expect(Object.keys(counts).toSorted()).toEqual([
    'LOKY_MAX_CPU_COUNT',
    'MKL_NUM_THREADS',
    'NUMEXPR_MAX_THREADS',
    'OMP_NUM_THREADS',
    'OPENBLAS_NUM_THREADS',
    'POLARS_MAX_THREADS',
    'PYTHON_CPU_COUNT',
    'RAYON_NUM_THREADS',
  ])
  expect(new Set(Object.values(counts))).toEqual(new Set([count]))
})

test.each([
  ['torchrun', '--nproc-per-node=2', 'train.py'],
  ['/opt/venv/bin/accelerate', 'launch', 'train.py'],
  ['deepspeed', 'train.py'],
  ['mpirun', '-n', '2', 'python', 'train.py'],
  ['python', '-m', 'torch.distributed.run', 'train.py'],
  ['sh', '-c', 'cd src && exec torchrun train.py'],
  ['bash', '-c', 'pip list; mpiexec -n 2 ./solve'],
])('leaves counts that %s %s %s divides among processes to the launcher', (...command) => {
  const counts = countsOf(4, command)
  expect(counts.OMP_NUM_THREADS).toBeUndefined()
  expect(counts.MKL_NUM_THREADS).toBeUndefined()
  expect(counts.OPENBLAS_NUM_THREADS).toBe('4')
})

test.each([
  ['python', 'accelerated.py'],
  ['python', 'train.py', '--backend=my-mpirun.yaml'],
  ['./torchrun.sh'],
])('does not take %s %s for a launcher', (...command) => {
  expect(countsOf(2, command).OMP_NUM_THREADS).toBe('2')
})
