import type { execFile } from 'node:child_process'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { exists } from './folders.ts'
import { removeTree } from './remove-tree.ts'

const asked = vi.hoisted(() => ({ programs: [] as string[] }))

/** The first call of each program fails, as when a run adds a file at the same time. */
vi.mock('node:child_process', async (original) => {
  const real = await original<typeof import('node:child_process')>()
  const once = (program: string, args: string[], options: object, done: (error: Error | null) => void) => {
    const isFirst = !asked.programs.includes(program)
    asked.programs.push(program)
    if (isFirst) return done(new Error('The folder is not empty.'))
    return real.execFile(program, args, options, done)
  }
  return { ...real, execFile: once as typeof execFile }
})

test('removes a folder at the second try, and as root changes no modes through a link', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'podium-remove-'))
  await mkdir(join(folder, 'below'))
  await removeTree(folder)
  expect(await exists(folder)).toBe(false)
  expect(asked.programs).toEqual(process.getuid?.() === 0 ? ['rm', 'rm'] : ['rm', 'chmod', 'rm'])
})
