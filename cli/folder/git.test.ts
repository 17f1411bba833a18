import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commitOf } from './git.ts'

test.each(['evil', 'a=b'])('starts no program that the filter %s of a repository names', async (name) => {
  const folder = await mkdtemp(join(tmpdir(), 'podium-git-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { cwd: folder })
  try {
    await writeFile(join(folder, 'train.py'), 'one')
    await writeFile(join(folder, '.gitattributes'), `*.py filter=${name}\n`)
    git('init', '-q', '-b', 'main')
    git('add', '.')
    git('commit', '-q', '-m', 'first')
    const started = join(folder, '.git', 'started')
    for (const kind of ['clean', 'process']) git('config', `filter.${name}.${kind}`, `touch ${started}; cat`)
    git('config', `filter.${name}.required`, 'true')
    await utimes(join(folder, 'train.py'), 1, 1)
    expect(await commitOf(folder)).toMatchObject({ branch: 'main', is_dirty: false })
    expect(await stat(started).catch(() => null)).toBeNull()
  } finally {
    await rm(folder, { recursive: true })
  }
})
