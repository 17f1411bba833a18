import { posix } from 'node:path'
import { nameOf, plainName, requirementsIn } from './package-name.ts'
import type { ProjectTable } from './project-table.ts'
import type { PlacedLine } from './requirement-files.ts'

/** A line of the source's files that asks for a package. */
export interface AskedPlace {
  /** the name as indexes compare it; '' if the line names only a file or folder */
  name: string
  /** the file or folder in the source, such as './lib'; '' if there is none */
  path: string
  /** such as 'requirements.txt line 2', or only the file if the line is unknown */
  place: string
}

/** The requirements of a project that are installed. */
interface AskedOfProject {
  table: ProjectTable | null
  extras: string[]
  groups: string[]
  /** false if only its groups are installed */
  hasDependencies?: boolean
}

/** The lists and tables of a pyproject.toml that hold requirements. */
const REQUIREMENTS =
  /^(project\.(dependencies|optional-dependencies\..+)|dependency-groups\..+|tool\.poetry\.dependencies\..+)$/
/** `line_one-1.0-py3-none-any.whl` and `line-one-1.0.tar.gz` */
const FILE_NAME = /^([\w.-]+?)-\d.*\.(?:whl|zip|tar\.gz)$/
const NAMED_ADDRESS = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*@/
const EGG = /[#&]egg=([\w.-]+)/
/** Longer lines do not name a package. */
const LONGEST_LINE = 1000

/** The lines of requirements files that ask for packages. */
export function placesOfLines(lines: readonly PlacedLine[]): AskedPlace[] {
  return lines
    .filter(({ kind }) => kind !== 'option' && kind !== 'include' && kind !== 'invalid')
    .map((line) => ({
      name: line.kind === 'name' ? line.name : nameInAddress(line.text),
      path: line.kind === 'path' || line.kind === 'editable' ? pathInSource(line.text) : '',
      place: `${line.path} line ${line.line}`,
    }))
}

/**
 * Finds the lines of a project that ask for the installed packages.
 * @param text the text of its pyproject.toml; null if it has none
 */
export function placesInProject(text: string | null, folder: string, asked: AskedOfProject): AskedPlace[] {
  if (text === null || asked.table === null) return []
  const places = new Map(linesOfProject(text, folder).map((one) => [one.name, one]))
  const names = requirementsOf(asked.table, asked).map(nameOf)
  const unread = (name: string) => ({ name, path: '', place: `${folder}pyproject.toml` })
  return [...new Set(names)].map((name) => places.get(name) ?? unread(name))
}

/**
 * Every line of a pyproject.toml that holds a requirement. TOML parsers report no line numbers, so the text is
 * searched: use this only for packages that are known to be required.
 */
export function linesOfProject(text: string, folder: string): AskedPlace[] {
  let table = ''
  let key = ''
  return text.split(/\r\n|\r|\n/).flatMap((line, at) => {
    const [, opened] = /^\s*\[+([^\]"']+)\]+\s*(?:#.*)?$/.exec(line) ?? []
    if (opened !== undefined) {
      table = opened.replaceAll(/\s/g, '')
      key = ''
      return []
    }
    const [, assigned] = /^\s*([\w.-]+)\s*=/.exec(line) ?? []
    if (assigned !== undefined) key = table === '' ? assigned : `${table}.${assigned}`
    if (!REQUIREMENTS.test(key)) return []
    const names = key.startsWith('tool.poetry') ? [key.split('.').at(-1) ?? ''] : textsIn(line)
    return names.map((name) => ({
      name: nameOf(name),
      path: '',
      place: `${folder}pyproject.toml line ${at + 1}`,
    }))
  })
}

function textsIn(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, basic, literal]) => basic ?? literal ?? '')
}

function requirementsOf(
  table: ProjectTable,
  { extras, groups, hasDependencies = true }: AskedOfProject,
): string[] {
  return [
    ...(hasDependencies ? [...(table.dependencies ?? []), ...requirementsIn(table.optional, extras)] : []),
    ...requirementsIn(table.groups, groups),
  ]
}

/** The package name in an address, file or folder name; '' if it has none. */
function nameInAddress(text: string): string {
  if (text.length > LONGEST_LINE) return ''
  const file = posix.basename(text.split(/[\s;#?[]/)[0] ?? '')
  return plainName((NAMED_ADDRESS.exec(text) ?? EGG.exec(text) ?? FILE_NAME.exec(file))?.[1] ?? '')
}

/** './lib' of `-e ./lib[fast]`; './' of `.` */
function pathInSource(line: string): string {
  const [path = ''] = line
    .replace(/^(?:-e|--editable)[\s=]*|^[\w.-]+\s*(?:\[[^\]]*\])?\s*@\s*/, '')
    .split(/[\s;[]/)
  const inside = posix.normalize(path).replace(/\/$/, '')
  return inside === '.' ? './' : `./${inside}`
}
