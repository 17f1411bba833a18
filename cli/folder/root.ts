import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fail } from '../cli-error.ts'

/** Files that lie at the top of a project. */
const MARKERS = ['pyproject.toml', 'setup.py', 'setup.cfg', '.project-root']

/** True if the path is the folder or lies below it; both are real paths. */
export function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)
}

/** The nearest folder here or above that git works in; null without one. */
export function topOfRepository(folder: string): Promise<string | null> {
  return nearest(folder, ['.git'])
}

/** The top of what goes along: that of the repository, else of the project; null if there is neither. */
export async function topOfProject(folder: string): Promise<string | null> {
  return (await topOfRepository(folder)) ?? (await nearest(folder, MARKERS))
}

/** Fails for a folder that holds much more than a project. */
export function assertProject(root: string, isNamed: boolean): void {
  const what = root === '/' ? 'The whole machine' : root === homedir() ? 'Your home folder as a whole' : null
  if (what === null) return
  fail(
    isNamed
      ? `${what} cannot go along. Name the folder of the project with --root.`
      : `${what} would go along. Move the program into a folder of its own, or name the folder that goes along with --root.`,
  )
}

async function nearest(folder: string, names: readonly string[]): Promise<string | null> {
  for (let at = folder; ; at = dirname(at)) {
    const found = await Promise.all(names.map((name) => stat(join(at, name)).catch(() => null)))
    if (found.some((info) => info !== null)) return at
    if (at === dirname(at)) return null
  }
}
