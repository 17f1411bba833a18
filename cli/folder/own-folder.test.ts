import { mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OwnFolder, openOwnFolder } from './own-folder.ts'

let root: string
let own: OwnFolder
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'podium-own-'))
  own = await openOwnFolder(root)
})
afterEach(() => rm(root, { recursive: true }))

const lock = () => join(root, '.podium', 'lock')

test('lets one command after the other work in a folder', async () => {
  let working = 0
  const most: number[] = []
  await Promise.all(
    Array.from({ length: 6 }, () =>
      own.alone(async () => {
        working += 1
        await readdir(root)
        most.push(working)
        working -= 1
      }),
    ),
  )
  expect(most).toEqual([1, 1, 1, 1, 1, 1])
  expect((await readdir(join(root, '.podium'))).sort()).toEqual(['.gitignore'])
})

test('releases the folder when the work fails', async () => {
  await expect(own.alone(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await own.alone(async () => 'yes')).toBe('yes')
})

test.each([
  ['whose command ended without releasing it', { pid: 2 ** 30, host: hostname() }, 0],
  ['of another machine that was not touched for a minute', { pid: 1, host: 'another' }, 61_000],
  ['that cannot be read and was not touched for a minute', 'x', 61_000],
])('takes over a lock %s', async (_, owner, age) => {
  await writeFile(lock(), JSON.stringify(owner))
  const then = new Date(Date.now() - age)
  await utimes(lock(), then, then)
  expect(await Promise.all([own.alone(async () => 1), own.alone(async () => 2)])).toEqual([1, 2])
})

test('remembers the solution, and nothing where the file is damaged', async () => {
  const solution = { server: 'http://a', workspace_id: 'w', solution_id: 's', name: 'churn' }
  expect(await own.readSolution()).toBeNull()
  await own.rememberSolution(solution)
  expect(await own.readSolution()).toEqual(solution)
  await writeFile(join(root, '.podium', 'solution.json'), '{"solution')
  expect(await own.readSolution()).toBeNull()
})

test('keeps everything but the list of packages out of the repository', async () => {
  expect(await readFile(join(root, '.podium', '.gitignore'), 'utf8')).toBe('*\n!requirements.txt\n')
})

test.each(['.podium', '.podium/requirements.txt'])(
  'refuses a %s that is a link, which a repository may bring',
  async (path) => {
    await rm(join(root, path), { recursive: true, force: true })
    await symlink(tmpdir(), join(root, path))
    await expect(openOwnFolder(root)).rejects.toThrow(
      `${path} is a link, and Podium would write where it leads. Delete the link, then repeat the command.`,
    )
  },
)

test('reads every file again if sent.json has other rows than its own', async () => {
  await writeFile(join(root, '.podium', 'sent.json'), '[null, 3]')
  expect(await own.readSent()).toEqual(new Map())
})
