import { variableNameProblem } from '@podium/contract/solution-metadata/variable-names.ts'
import { expect, test } from 'vitest'
import { plainSpec } from '../testing/plain-spec.ts'
import { attemptDirectory } from './attempt-directory.ts'
import { runEnvironment } from './environment.ts'
import { threadCounts } from './threads.ts'

const directory = attemptDirectory('/runs/poc/a/1')
const settings = { path: '/bin', temporary: '/tmp/podium-a', hasPython: true }

test('accepts no variable with a name that Podium sets', () => {
  const model = { bucket: 'b', path: 'm', archive: true }
  const secrets = [{ name: 'TOKEN', value: '', in_environment: false }]
  const environment = runEnvironment(plainSpec({ dev: true, model, secrets }), directory, settings)
  const others = new Set([...Object.keys(threadCounts(plainSpec())), 'USER', 'LOGNAME'])
  for (const name of Object.keys(environment).filter((name) => !others.has(name)))
    expect(variableNameProblem(name)).toContain(name)
  expect(variableNameProblem('DB_HOST')).toBeNull()
})

test("passes variables beside Podium's own, which win", () => {
  const variables = { DB_HOST: 'db', PATH: '/mine', OMP_NUM_THREADS: '7' }
  expect(runEnvironment(plainSpec({ variables }), directory, settings)).toMatchObject({
    DB_HOST: 'db',
    PATH: '/bin',
    OMP_NUM_THREADS: '7',
    MKL_NUM_THREADS: '1',
  })
})

test('lets Python import from folders of the source after everything else', () => {
  const spec = plainSpec({ python_path: ['.', 'src'] })
  const packages = { venv: '/venv', project: '/project', readable: [] }
  const pathOf = (hasPython: boolean) =>
    runEnvironment(spec, directory, { ...settings, hasPython, packages }).PYTHONPATH
  const { python, work } = directory
  expect(pathOf(true)).toBe(`${python}:/project:${work}:${work}/src`)
  expect(pathOf(false)).toBe(`/project:${work}:${work}/src`)
})

test('keeps wandb offline without a network, unless a variable says otherwise', () => {
  const modeOf = (isOffline: boolean, variables = {}) =>
    runEnvironment(plainSpec({ variables }), directory, { ...settings, isOffline }).WANDB_MODE
  expect(modeOf(true)).toBe('offline')
  expect(modeOf(true, { WANDB_MODE: 'disabled' })).toBe('disabled')
  expect(modeOf(false)).toBeUndefined()
})
