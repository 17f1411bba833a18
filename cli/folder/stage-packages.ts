import { join, posix } from 'node:path'
import { isObject } from '@podium/contract/rules/metadata-json.ts'
import { importsOf } from './imports.ts'
import { isThere, namesPackages } from './own-packages.ts'

const SCRIPT = /(?<=^|[\s"'])[\w./-]+\.py(?=$|[\s"'])/g

/**
 * Returns what the Python scripts of stages need, as lines of a requirements file: the requirements.txt nearest to each
 * of them below the root, else what it imports, unless a file of the folder names packages.
 * @param stages those of a dvc.yaml
 */
export async function packagesOfStages(
  root: string,
  workingFolder: string,
  stages: Record<string, unknown>,
): Promise<string[]> {
  const scripts = new Set(Object.values(stages).flatMap((stage) => scriptsOf(stage, workingFolder)))
  const isNamed = await namesPackages(root, workingFolder)
  const lines: string[] = []
  for (const script of scripts) {
    const near = await requirementsBeside(root, script)
    if (near !== null) lines.push(`-r ${near}`)
    else if (!isNamed) lines.push(...(await importsOf(root, join(root, script))))
  }
  return lines
}

/** The scripts of a stage below the root; a stage for each item of a list has its command in `do`. */
function scriptsOf(stage: unknown, workingFolder: string): string[] {
  const { cmd, wdir } = isObject(stage) ? (isObject(stage.do) ? stage.do : stage) : {}
  const folder = posix.join(workingFolder, typeof wdir === 'string' ? wdir : '')
  return [cmd]
    .flat()
    .flatMap((line) => String(line).match(SCRIPT) ?? [])
    .map((path) => posix.join(folder, path))
    .filter((path) => !path.startsWith('..') && !path.startsWith('/'))
}

async function requirementsBeside(root: string, script: string): Promise<string | null> {
  for (let folder = posix.dirname(script); folder !== '.'; folder = posix.dirname(folder)) {
    const file = posix.join(folder, 'requirements.txt')
    if (await isThere(join(root, file))) return file
  }
  return null
}
