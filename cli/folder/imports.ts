import { dirname, resolve } from 'node:path'
import { distributionOf } from '@podium/contract/python-packages/distribution-of.ts'
import { runScript } from './python-scripts.ts'

/**
 * Returns the packages that a Python program or notebook imports, also through modules of its own, ordered by name. Those
 * that it can do without (`try … except ImportError`) are left out. Returns [] without Python.
 * @param root of the project: modules are looked for beside the program, in the root and in its `src`
 */
export async function importsOf(root: string, file: string): Promise<string[]> {
  const path = resolve(file)
  const folders = [dirname(path), resolve(root), resolve(root, 'src')]
  const names = ((await runScript('imports_of', [path, JSON.stringify(folders)])) ?? []) as string[]
  const packages = names.flatMap((name) => distributionOf(name) ?? [])
  return [...new Set(packages)].sort((a, b) => a.localeCompare(b, 'en'))
}
