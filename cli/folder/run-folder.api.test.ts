import { registerSolution } from '@podium/contract/calls/solutions.ts'
import { expect, test, vi } from 'vitest'
import { podium as command } from '../testing/typed-command.ts'
import {
  developer,
  inFirst,
  newestRun,
  printed,
  run,
  runs,
  server,
  solutions,
  uploadsLeft,
  useFolder,
  write,
} from './testing/folder-runs.ts'

useFolder()

test('registers a folder, starts its program, and makes its flags parameters', async () => {
  await write({ 'train.py': 'print(1)', '.gitattributes': '' })
  await run('train.py', '--epochs', '30', '--lr=1e-3', '--no-amp', 'config.yaml')
  expect(printed).toEqual([
    'Registered nano-gpt v 1.',
    expect.stringMatching(/^Started nano-gpt-1 \([0-9a-f-]{36}\)\.$/),
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/inferenceModel\/run\/[0-9a-f-]{36}$/),
  ])
  expect(await newestRun()).toMatchObject({
    stream_name: 'nano-gpt',
    parameters: { main: { epochs: 30, lr: 0.001, amp: false, 'arg 1': 'config.yaml' } },
    program: {
      command: ['python', 'train.py'],
      arguments: [
        { name: 'epochs', flag: '--epochs' },
        { name: 'lr', flag: '--lr=', text: '1e-3' },
        { name: 'amp', flag: '--amp', off: '--no-amp' },
        { name: 'arg 1' },
      ],
    },
  })
  expect(await uploadsLeft()).toEqual([])
})

test('registers nothing the second time, and a next version when a file changed, in the same stream', async () => {
  await write({ 'train.py': 'print(1)' })
  await run('train.py')
  await run('train.py')
  expect(printed).toContain('Unchanged since v 1.')
  await write({ 'train.py': 'print(2)' })
  await run('.', '--', 'python', 'train.py', '--epochs', '3')
  expect(printed).toContain('Registered nano-gpt v 2.')
  expect((await runs()).map(({ name, version_num }) => `${name} v ${version_num}`)).toEqual([
    'nano-gpt-1 v 1',
    'nano-gpt-2 v 1',
    'nano-gpt-3 v 2',
  ])
  expect((await newestRun()).parameters).toEqual({ main: { epochs: 3 } })
  expect(await solutions()).toEqual(['nano-gpt 2'])
})

test('makes one version for 24 runs, one after the other and at once', async () => {
  await write({ 'train.py': 'print(1)', '.gitignore': 'data/\n', 'data/a.csv': '1' })
  for (let seed = 0; seed < 18; seed += 1) await run('train.py', '--seed', String(seed))
  await Promise.all(Array.from({ length: 6 }, (_, at) => run('train.py', '--seed', String(18 + at))))
  const seeds = (await runs()).map(({ parameters }) => Number(parameters.main?.seed))
  expect(seeds.sort((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, seed) => seed))
  expect(await solutions()).toEqual(['nano-gpt 1'])
})

test('makes one version for commands that start at once in a new folder', async () => {
  await write({ 'train.py': 'print(1)' })
  await Promise.all(Array.from({ length: 6 }, (_, at) => run('train.py', '--seed', String(at))))
  expect([await solutions(), (await runs()).length]).toEqual([['nano-gpt 1'], 6])
})

test('gives the solution of another person another name, and keeps it', async () => {
  await server.as('member').call(registerSolution, {
    query: inFirst(),
    body: { metadata_json: { name: 'nano-gpt', pipeline: [{ type: 'train', command: ['true'] }] } },
  })
  await write({ 'train.py': '' })
  await run('train.py')
  const own = 'nano-gpt-developer'
  expect(printed[0]).toContain(`so this folder is ${own}.`)
  printed.length = 0
  await run('train.py')
  expect(printed[0]).toBe('Unchanged since v 1.')
  await expect(run('--name', 'nano-gpt', 'train.py')).rejects.toThrow('choose another --name.')
})

test("goes on with a solution of one's own whose name has capital letters", async () => {
  await developer().call(registerSolution, {
    query: inFirst(),
    body: { metadata_json: { name: 'Nano-GPT', pipeline: [{ type: 'train', command: ['true'] }] } },
  })
  await write({ 'train.py': '' })
  await run('train.py')
  expect(printed[0]).toBe('Registered Nano-GPT v 2.')
})

test('asks for the folder by its path where a solution has the same name', async () => {
  await write({ 'churn/train.py': '' })
  await developer().call(registerSolution, {
    query: inFirst(),
    body: { metadata_json: { name: 'churn', pipeline: [{ type: 'train', command: ['true'] }] } },
  })
  await expect(command('run', ['churn'], { workspace: 'first-ws' })).rejects.toThrow(
    'churn is a solution and a folder here. For the folder: podium run ./churn. For the solution, say which version: podium run churn --version 1',
  )
  await command('run', ['churn'], { workspace: 'first-ws', version: '1' })
  expect(printed.at(-1)).toMatch(/^Started churn-v1-1 /)
})

test('passes everything behind the program to it', async () => {
  await write({ 'train.py': '', 'run.sh': '' })
  await run('train.py', '--help', '-f', '--workspace', 'second')
  expect((await newestRun()).parameters).toEqual({ main: { help: true, f: true, workspace: 'second' } })
  await run('.', '--', 'torchrun', '--nproc_per_node', '2', 'train.py', '--json')
  const { program, parameters } = await newestRun()
  expect([program.command, parameters]).toEqual([
    ['torchrun', '--nproc_per_node', '2', 'train.py'],
    { main: { json: true } },
  ])
})

test('leaves nothing half made after ctrl-C, and a next command works at once', async () => {
  await write({ 'train.py': '' })
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  const { objects } = server.deps
  const { put } = objects
  objects.put = async () => {
    process.emit('SIGINT')
    await vi.waitFor(() => expect(exit).toHaveBeenCalledWith(130))
    throw new Error('The command has ended.')
  }
  await expect(run('train.py')).rejects.toThrow()
  objects.put = put
  expect(printed).toContain('Stopped: no run was started.')
  expect([await solutions(), await uploadsLeft(), await runs()]).toEqual([[], [], []])
  await run('train.py')
  expect((await runs()).length).toBe(1)
})
