import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isObject } from '@podium/contract/rules/metadata-json.ts'
import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { fail } from '../cli-error.ts'
import { OWN_REQUIREMENTS } from './find-files.ts'
import type { Target } from './target.ts'

/** The folder's own metadata.json, if it describes a solution; null otherwise. */
export async function readOwnMetadata(root: string): Promise<Metadata | null> {
  const text = await readFile(join(root, 'metadata.json'), 'utf8').catch(() => null)
  if (text === null) return null
  try {
    const read: unknown = JSON.parse(text)
    return isObject(read) && 'pipeline' in read ? (read as Metadata) : null
  } catch (error) {
    // A file of another program may hold anything.
    return /"pipeline"/.test(text)
      ? fail(`metadata.json is not valid JSON: ${(error as Error).message}`)
      : null
  }
}

/** The folder's own metadata, in which the modules of the folder can be imported. */
export async function completeMetadata(
  target: Target,
  own: Metadata,
  paths: ReadonlySet<string>,
): Promise<Record<string, unknown>> {
  const { path } = await pythonOf(target, paths)
  return { ...own, python: { path, ...(isObject(own.python) && own.python) } }
}

/** The metadata of a version without its program: the part that its content decides. */
export async function describeFolder(
  target: Target,
  name: string,
  paths: ReadonlySet<string>,
): Promise<Record<string, unknown>> {
  return {
    metadata_version: '1.2',
    name,
    description: { title: name, overview: await overviewOf(target.root, name) },
    python: await pythonOf(target, paths),
  }
}

/** Lists show longer overviews only in part. */
const LONGEST_OVERVIEW = 400

/** The beginning of the first paragraph of the README, up to the end of a sentence or word, else a sentence. */
async function overviewOf(root: string, name: string): Promise<string> {
  const text = await readFile(join(root, 'README.md'), 'utf8').catch(() => '')
  const paragraph = text
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .split(/\r?\n\s*\r?\n/)
    .map((part) => part.trim())
    .find((part) => part !== '' && !/^([#=!<|`-]|\[!)/.test(part))
  if (paragraph === undefined) return `The folder ${name}, as podium run found it.`
  if (paragraph.length <= LONGEST_OVERVIEW) return paragraph
  const beginning = paragraph.slice(0, LONGEST_OVERVIEW)
  return /^.*[.!?](?=\s)/s.exec(beginning)?.[0] ?? beginning.replace(/\s+\S*$/, ' …')
}

/** The package files, and the folders whose modules can be imported. */
async function pythonOf({ root, workingFolder }: Target, paths: ReadonlySet<string>) {
  const isProject = ['pyproject.toml', 'setup.py', 'setup.cfg'].some((file) => paths.has(file))
  const hasSources = isProject && !paths.has('src/__init__.py') && (await isFolder(join(root, 'src')))
  const own = packageFileOf(workingFolder, paths)
  const added = paths.has(OWN_REQUIREMENTS) ? [OWN_REQUIREMENTS] : []
  const isNamed = own !== null && (added.length > 0 || own.includes('/'))
  const requirements = [...(isNamed && own.endsWith('.txt') ? [own] : []), ...added]
  return {
    path: ['.', ...(hasSources ? ['src'] : [])],
    ...(requirements.length > 0 && { requirements }),
    ...(isNamed && !own.endsWith('.txt') && { project: dirname(own) }),
    ...(own?.endsWith('/requirements.txt') && (await isInstallable(root, paths)) && { project: '.' }),
  }
}

/** True if the root is a project that pip installs: a requirements.txt of an example in it comes on top of that. */
async function isInstallable(root: string, paths: ReadonlySet<string>): Promise<boolean> {
  if (paths.has('setup.py')) return true
  const text = await readFile(join(root, 'pyproject.toml'), 'utf8').catch(() => '')
  return /^\s*\[\s*(project|tool\.poetry)\s*\]/m.test(text)
}

/** The nearest file that names packages, from the working folder up; null without one. */
export function packageFileOf(workingFolder: string, paths: ReadonlySet<string>): string | null {
  for (let folder = workingFolder; ; folder = dirname(folder)) {
    const at = folder === '' || folder === '.' ? '' : `${folder}/`
    const file = ['uv.lock', 'pylock.toml', 'requirements.txt', 'pyproject.toml', 'setup.py'].find((name) =>
      paths.has(at + name),
    )
    if (file !== undefined) return at + file
    if (at === '') return null
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  )
}
