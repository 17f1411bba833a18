import { posix } from 'node:path'
import { plainName } from './package-name.ts'
import { PackagesUnreadable } from './packages-unreadable.ts'
import { type RequirementLine, requirementLines } from './requirement-lines.ts'
import type { SourceFiles } from './source-files.ts'

/** A line with the path of its file. */
export type PlacedLine = RequirementLine & { path: string }

/** Requirements files with those that they include. */
export interface RequirementFiles {
  /** their texts by their paths in the source */
  files: Record<string, string>
  /** the lines that ask for packages */
  lines: PlacedLine[]
  /** every line that affects the installation beside the project, including constraints */
  decides: string[]
  /** the extras in lines that install the project itself, such as `-e .[train]`; null without such a line */
  own_extras: string[] | null
  /** the files without those lines, with line numbers unchanged */
  without_own: Record<string, string>
  /** true if a line is a file or folder of the source other than the project */
  uses_source: boolean
  /** lines that choose the package indexes */
  indexes: string[]
}

/** Maximum number of files that a requirements file includes, directly and indirectly. */
const MAX_FILES = 50
const MAX_LINES = 10_000
/** Nobody writes longer lists; those with hashes are the longest. */
const LONGEST = 512 * 1024
const INDEXES = /^(?:--index-url|-i|--extra-index-url|--no-index|--find-links|-f|--trusted-host)\b/
const OWN = /^(?:-e\s*|--editable[\s=]*)?["']?\.\/?(?:\[([^\]]*)\])?["']?$/
/** Index options behind a requirement, which is the wrong place for them. */
const MISPLACED = /\s(--(index-url|extra-index-url|find-links|trusted-host|no-index)|-[if])\b/
/** Options that do not make the installation depend on the source. */
const SHARED_OPTIONS = new Set([
  ...['--pre', '--prefer-binary', '--require-hashes', '--no-index', '--use-feature', '--trusted-host'],
  ...['--no-binary', '--only-binary', '--index-url', '--extra-index-url', '-i'],
])

/**
 * Reads requirements files and everything they include by `-r` and `-c`.
 * @param project the name of the project, which is installed beside the files if `isInstalled`, else if a line is its
 * folder. Other lines with this name mean it too, not a package on an index
 * @throws PackagesUnreadable with a sentence if one is missing or asks for an editable package
 */
export async function readRequirementFiles(
  source: SourceFiles,
  paths: string[],
  project = { name: '', isInstalled: false },
): Promise<RequirementFiles> {
  const files: Record<string, string> = {}
  const all: PlacedLine[] = []
  const constraints = new Set<PlacedLine>()
  const followed = new Set<string>()

  async function follow(path: string, includedBy: string, isConstraint: boolean): Promise<void> {
    // The same file may first narrow versions and then ask for packages.
    const place = `${isConstraint} ${path}`
    if (followed.has(place)) return
    followed.add(place)
    if (followed.size > MAX_FILES)
      throw new PackagesUnreadable(`${paths[0]} includes more than ${MAX_FILES} files: put them together.`)
    const text = files[path] ?? (await source.read(path))
    if (text === null)
      throw new PackagesUnreadable(`${includedBy} \`${path}\`, which is not in the source: add it.`)
    if (text.length > LONGEST)
      throw new PackagesUnreadable(
        `${path} is larger than ${LONGEST / 1024} KiB, which is too large for a list of packages.`,
      )
    files[path] = text
    for (const line of await linesIn(path, text)) {
      if (line.kind === 'include' && !isAddress(line.path)) {
        const named = posix.join(posix.dirname(path), line.path)
        await follow(named, `${path} includes`, isConstraint || line.isConstraint)
        continue
      }
      const placed = { ...line, path }
      all.push(placed)
      if (isConstraint) constraints.add(placed)
    }
  }

  for (const path of paths) await follow(posix.normalize(path), 'metadata.json names', false)
  const lines = all.filter((line) => !constraints.has(line))
  const isInstalled = project.isInstalled || lines.some(({ text }) => OWN.test(text))
  const own = lines.filter((line) => OWN.test(line.text) || (isInstalled && isNamed(line, project.name)))
  refuseEditable(lines.filter((line) => !own.includes(line)))
  refuseMisplaced(lines)
  return {
    files,
    lines,
    decides: all
      .filter((line) => !own.includes(line))
      .map((line) => `${constraints.has(line) ? '-c ' : ''}${line.text}`),
    own_extras: own.length === 0 ? null : own.flatMap(({ text }) => extrasOf(text)),
    without_own: withoutLines(files, own),
    uses_source: lines.some((line) => !own.includes(line) && isOfSource(line)),
    indexes: lines.map(({ text }) => text).filter((text) => INDEXES.test(text)),
  }
}

async function linesIn(path: string, text: string): Promise<RequirementLine[]> {
  try {
    return await requirementLines(text, MAX_LINES)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new PackagesUnreadable(
      `${path} has more than ${MAX_LINES.toLocaleString('en')} lines: no program needs so many packages.`,
    )
  }
}

function isAddress(path: string): boolean {
  return /^(https?|file):/i.test(path)
}

function isOfSource(line: RequirementLine): boolean {
  // In `--no-index --find-links=wheels` on one line, the value does not belong to the option.
  if (line.kind === 'option')
    return !/^https?:\S+$/i.test(line.value) && !(SHARED_OPTIONS.has(line.name) && isOfWords(line.value))
  return line.kind === 'path'
}

/** True for names and hosts, false for paths and further options. */
function isOfWords(value: string): boolean {
  return /^[\w.,:-]*$/.test(value) && !value.startsWith('-') && !value.startsWith('.')
}

function isNamed(line: PlacedLine, name: string): boolean {
  return line.kind === 'name' && line.name === plainName(name)
}

function extrasOf(text: string): string[] {
  return (/\[([^\]]*)\]/.exec(text)?.[1] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

function refuseEditable(lines: PlacedLine[]): void {
  const editable = lines.find(({ kind }) => kind === 'editable')
  if (editable)
    throw new PackagesUnreadable(
      `${editable.path} line ${editable.line} asks for \`${editable.text}\`: packages are shared between runs, so none can be editable but the source itself (\`-e .\`). Write it without -e.`,
    )
}

/** pip ignores such an option and installs the package from another index. */
function refuseMisplaced(lines: PlacedLine[]): void {
  const found = lines.find(({ kind, text }) => kind === 'invalid' && MISPLACED.test(text))
  if (found)
    throw new PackagesUnreadable(
      `${found.path} line ${found.line} has an option behind a requirement, where pip ignores it: give the option a line of its own.`,
    )
}

/** The files that contain the lines, with empty lines in their place. */
function withoutLines(files: Record<string, string>, gone: PlacedLine[]): Record<string, string> {
  const paths = [...new Set(gone.map(({ path }) => path))]
  return Object.fromEntries(
    paths.map((path) => {
      const numbers = new Set(gone.filter((line) => line.path === path).map(({ line }) => line))
      const lines = (files[path] ?? '')
        .split(/\r\n|\r|\n/)
        .map((text, at) => (numbers.has(at + 1) ? '' : text))
      return [path, lines.join('\n')]
    }),
  )
}
