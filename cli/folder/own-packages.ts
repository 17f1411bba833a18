import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '../cli-error.ts'
import { OWN_REQUIREMENTS } from './find-files.ts'

const REQUIREMENT = /^[A-Za-z0-9][A-Za-z0-9._-]*(\[[^\]]*\])?\s*([<>=!~].*|@\s*\S+)?$/

/** Adds packages to the folder's list, which goes along; those that it has already stay as they are. */
export async function addPackages(
  root: string,
  packages: readonly string[],
  say: (sentence: string) => void,
): Promise<void> {
  if (packages.length === 0) return
  for (const one of packages)
    if (!REQUIREMENT.test(one))
      fail(`'${one}' is not the name of a package. Write it like --with numpy or --with 'numpy>=2'.`)
  const file = join(root, OWN_REQUIREMENTS)
  const text = await readFile(file, 'utf8').catch(() => '')
  const listed = new Map(text.split(/\r?\n/).map((line) => [nameOf(line), line]))
  const added = packages.filter((one) => listed.get(nameOf(one)) !== one)
  if (added.length === 0) return
  const replaced = new Set(added.map(nameOf))
  const kept = text.split(/\r?\n/).filter((line) => line !== '' && !replaced.has(nameOf(line)))
  await writeFile(file, `${[...kept, ...added].join('\n')}\n`)
  say(`Added ${added.join(', ')} to ${OWN_REQUIREMENTS}.`)
}

/** The name of a package as pip compares it. */
function nameOf(requirement: string): string {
  const [name = ''] = /^[A-Za-z0-9._-]*/.exec(requirement) ?? []
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-')
}
