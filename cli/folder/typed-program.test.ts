import { expect, test } from 'vitest'
import { argumentsOf, splitProgram } from './typed-program.ts'

test.each([
  ['python train.py --epochs 30', 'python train.py', '--epochs 30', 'train.py'],
  ['python3 -u -W ignore src/train.py a.py', 'python3 -u -W ignore src/train.py', 'a.py', 'src/train.py'],
  ['python -m line.train --config conf.py', 'python -m line.train', '--config conf.py', null],
  ['python -c print(1) 2', 'python -c print(1)', '2', null],
  [
    'torchrun --nproc_per_node 2 train.py --lr 0.1',
    'torchrun --nproc_per_node 2 train.py',
    '--lr 0.1',
    'train.py',
  ],
  [
    'torchrun --nproc_per_node 2 -m line.train --lr 0.1',
    'torchrun --nproc_per_node 2 -m line.train',
    '--lr 0.1',
    null,
  ],
  [
    'python -m torch.distributed.run --nproc 2 t.py --x',
    'python -m torch.distributed.run --nproc 2 t.py',
    '--x',
    't.py',
  ],
  ['accelerate launch --cpu t.py --x 1', 'accelerate launch --cpu t.py', '--x 1', 't.py'],
  ['deepspeed --num_gpus 2 t.py --deepspeed', 'deepspeed --num_gpus 2 t.py', '--deepspeed', 't.py'],
  ['mpirun -n 2 python t.py --x 1', 'mpirun -n 2 python t.py', '--x 1', 't.py'],
  ['bash run.sh 1', 'bash run.sh', '1', 'run.sh'],
  ['./train.py --x', './train.py', '--x', './train.py'],
  ['lightning fit --config conf.py', 'lightning', 'fit --config conf.py', null],
  ['make train EPOCHS=3', 'make', 'train EPOCHS=3', null],
])('splits %j behind the program', (typed, command, words, file) => {
  const split = splitProgram(typed.split(' '))
  expect([split.command.join(' '), split.words.join(' '), split.file]).toEqual([command, words, file])
})

test.each([
  ['uv run train.py --x', 'python train.py', 'uv run'],
  [
    'uv run --with numpy --extra cpu python train.py --x',
    'python train.py',
    'uv run --with numpy --extra cpu',
  ],
  ['uv run -m line.train --x', 'python -m line.train', 'uv run'],
  ['poetry run train --x', 'train', 'poetry run'],
])('leaves the package manager out of %j', (typed, command, dropped) => {
  const split = splitProgram(typed.split(' '))
  expect([split.command.join(' '), split.words, split.dropped]).toEqual([command, ['--x'], dropped])
})

test('asks for a program where none is named', () => {
  expect(() => splitProgram([])).toThrow('Name the program after --')
  expect(() => splitProgram(['uv', 'run'])).toThrow('Name the program after --')
})

test('takes only the variables of make as parameters', () => {
  const made = argumentsOf({ command: ['make'], words: ['-j4', 'train', 'EPOCHS=3', '-n'] })
  expect(made).toEqual({
    arguments: ['-j4', 'train', { name: 'EPOCHS', flag: 'EPOCHS=' }, '-n'],
    values: { EPOCHS: 3 },
  })
})
