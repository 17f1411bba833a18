import { join, posix } from 'node:path'
import { StartRefused } from '../engine.ts'
import { isMissing } from './json-file.ts'
import { openOwned } from './owned-file.ts'
import { dependenciesOf, requiredPython } from './pyproject.ts'

/** What a source says that its program needs of Python packages. */
export interface PackageFile {
  /** the file that says it, directly in the source */
  name: 'requirements.txt' | 'pyproject.toml'
  /** one requirement a line, as pip reads them */
  requirements: string[]
  /** what narrows their versions and those of what they need, one a line: what a uv.lock beside the file settled */
  constraints: string[]
  /** every file that decides what is installed, by its path in the source */
  files: Record<string, string>
  /** such as '>=3.10'; '' where nothing is said */
  requires_python: string
  /** whether a requirement is a file or folder of the source itself */
  uses_source: boolean
}

/** A longer list is none that a person or a tool wrote for a program. */
const LONGEST = 4 * 2 ** 20
/** Files that a file of requirements includes, each of which may include others. */
const MOST_FILES = 50

/**
 * The packages that the source in the folder asks for: by its requirements.txt, else by its pyproject.toml, of which a
 * uv.lock settles the versions. null where it asks for none. `uid` is whose the files must be.
 * @throws StartRefused where the files cannot be followed
 */
export async function packagesOf(work: string, uid: number | null): Promise<PackageFile | null> {
  const read = (path: string) => readSource(work, path, uid)
  const project = (await read('pyproject.toml')) ?? ''
  const requires_python = requiredPython(project)
  const listed = await readRequirements(read)
  if (listed) {
    const asks = listed.requirements.length > 0
    return asks ? { name: 'requirements.txt', requires_python, constraints: [], ...listed } : null
  }
  const requirements = dependenciesOf(project)
  if (requirements.length === 0) return null
  const constraints = settledBy((await read('uv.lock')) ?? '')
  return {
    name: 'pyproject.toml',
    requirements,
    constraints,
    files: { 'pyproject.toml': requirements.join('\n'), 'uv.lock': constraints.join('\n') },
    requires_python,
    uses_source: requirements.some(isLocal),
  }
}

type Listed = Pick<PackageFile, 'requirements' | 'files' | 'uses_source'>

/** null where there is no such file */
async function readRequirements(read: (path: string) => Promise<string | null>): Promise<Listed | null> {
  const files: Record<string, string> = {}
  const requirements: string[] = []
  let uses_source = false

  async function follow(path: string, isConstraint: boolean): Promise<void> {
    if (path in files) return
    if (Object.keys(files).length === MOST_FILES)
      throw new StartRefused(`requirements.txt includes more than ${MOST_FILES} files: put them together.`)
    const text = await read(path)
    if (text === null)
      throw new StartRefused(`requirements.txt includes \`${path}\`, which is not in the source: add it.`)
    files[path] = text
    for (const line of logicalLines(text)) {
      const [, option = '', named = ''] = /^(--[a-z-]+|-[a-zA-Z])[\s=]*(.*)$/.exec(line) ?? []
      if (option === '-e' || option === '--editable')
        throw new StartRefused(
          `requirements.txt asks for \`${line}\`: packages are shared between runs, so none can be editable. Write it without ${option}.`,
        )
      if (INCLUDES.has(option)) await follow(posix.join(posix.dirname(path), named), isConstraint)
      else if (CONSTRAINTS.has(option)) await follow(posix.join(posix.dirname(path), named), true)
      else if (option !== '') uses_source ||= !SHARED_OPTION.test(line)
      else if (!isConstraint) {
        requirements.push(line)
        uses_source ||= isLocal(line)
      }
    }
  }

  if ((await read('requirements.txt')) === null) return null
  await follow('requirements.txt', false)
  return { requirements, files, uses_source }
}

const INCLUDES = new Set(['-r', '--requirement'])
const CONSTRAINTS = new Set(['-c', '--constraint'])
/** An option, alone in its line, by which the same is installed whatever the source holds. */
const SHARED_OPTION =
  /^(--(pre|prefer-binary|require-hashes)|(--(index-url|extra-index-url|find-links)|-[if])[\s=]*https?:\/\/\S+|--(trusted-host|no-binary|only-binary)[\s=]+[\w.,:-]+)$/

/** Without comments, and with what a backslash continues in one line. */
function logicalLines(text: string): string[] {
  return text
    .replaceAll(/\\\r?\n/g, ' ')
    .split(/\r?\n/)
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '')
}

/** Whether a requirement may be a file or folder of the source: all but a name with its versions, and an address elsewhere. */
function isLocal(requirement: string): boolean {
  if (/^(https?:|git\+https?:)\/\/\S+$/.test(requirement)) return false
  const [, name = '', rest = ''] = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]/]*\])?\s*(.*)$/.exec(requirement) ?? []
  if (name === '' || /\.(whl|zip|tgz|tbz2?|txz|tar(\.\w+)?)$/i.test(name)) return true
  return !/^(@\s*(https?|git\+https?):\/\/.*|[<>=!~(;][^/]*)?$/.test(rest)
}

/** The versions that a uv.lock settled. A package with one for each of several systems is left to the installer. */
function settledBy(lock: string): string[] {
  const versions = new Map<string, string[]>()
  for (const part of lock.split(/^\[\[package\]\]$/m).slice(1)) {
    const name = textAfter(part, 'name')
    if (/^source = \{ registry = /m.test(part))
      versions.set(name, [...(versions.get(name) ?? []), textAfter(part, 'version')])
  }
  return [...versions].filter(([, all]) => all.length === 1).map(([name, [version]]) => `${name}==${version}`)
}

function textAfter(part: string, name: string): string {
  return new RegExp(`^${name} = "([^"]*)"`, 'm').exec(part)?.[1] ?? ''
}

/** The text of a file of the source; null where there is none. A run of the workspace may have put anything in its place. */
async function readSource(work: string, path: string, uid: number | null): Promise<string | null> {
  if (posix.normalize(path).startsWith('..') || posix.isAbsolute(path)) return null
  try {
    const file = await openOwned(join(work, path), work, uid)
    try {
      if ((await file.stat()).size > LONGEST)
        throw new StartRefused(`\`${path}\` of the source is too long to be a list of packages.`)
      return await file.readFile('utf8')
    } finally {
      await file.close()
    }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
