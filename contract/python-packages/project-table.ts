import { parse, TomlError } from 'smol-toml'
import { isObject } from '../rules/metadata-json.ts'
import { PackagesUnreadable } from './packages-unreadable.ts'

/** The parts of a pyproject.toml that affect how its packages are installed. */
export interface ProjectTable {
  /** its name; '' without one */
  name: string
  /** such as '>=3.10'; '' if not specified */
  requires_python: string
  /** requirements; null if only a build of the project knows them */
  dependencies: string[] | null
  optional: Record<string, string[]>
  /** the requirements of dependency groups, with those of groups that they include */
  groups: Record<string, string[]>
  /** true if the project has a build system */
  has_build_system: boolean
  /** true if it has programs or uses src/, so that it works only when installed */
  has_programs: boolean
  has_project: boolean
  /** null if the file is not Poetry's */
  is_package_of_poetry: boolean | null
  /** the file has settings of uv */
  is_of_uv: boolean
  /** true for the root of a uv workspace, whose settings apply to the members */
  is_workspace: boolean
  /** true if a package comes from a folder of the source */
  has_local_sources: boolean
  /** the packages that Poetry's own table names */
  poetry_dependencies: string[]
  /** packages with a source in the settings of uv */
  sources: string[]
  /** tables that are ignored here, such as `tool.pdm.dev-dependencies` */
  unread: string[]
  /** everything that affects the installation, without comments and in a fixed order */
  decides: string
}

/** Nobody writes larger files; reading them would block other work. */
export const LONGEST_PROJECT = 64 * 1024

/**
 * Reads the text of a pyproject.toml.
 * @throws PackagesUnreadable with a sentence if it is not TOML, or lists packages in a form other than text
 */
export function projectTable(text: string, path: string): ProjectTable {
  const file = tomlOf(text, path)
  const tool = tableOf(file.tool)
  const project = tableOf(file.project)
  const poetry = isObject(tool.poetry) ? tool.poetry : null
  const uv = tableOf(tool.uv)
  const dynamic = Array.isArray(project.dynamic) ? project.dynamic : []
  const isDynamic =
    dynamic.includes('dependencies') || (project.dependencies === undefined && isObject(poetry?.dependencies))
  const { description: _, readme: __, ...decidesOfProject } = project
  return {
    name: textOf(project.name) || textOf(poetry?.name),
    requires_python: textOf(project['requires-python']) || poetryPython(poetry),
    dependencies: isDynamic ? null : textsOf(project.dependencies, `${path}: project.dependencies`),
    optional: Object.fromEntries(
      Object.entries(tableOf(project['optional-dependencies'])).map(([name, list]) => [
        name,
        textsOf(list, `${path}: project.optional-dependencies.${name}`),
      ]),
    ),
    groups: groupsOf(tableOf(file['dependency-groups'])),
    has_build_system: isObject(file['build-system']),
    has_programs:
      isObject(project.scripts) || isObject(project['gui-scripts']) || isObject(project['entry-points']),
    has_project: isObject(file.project),
    is_package_of_poetry: poetry === null ? null : poetry['package-mode'] !== false,
    is_of_uv: Object.keys(uv).length > 0,
    is_workspace: isObject(uv.workspace),
    has_local_sources:
      isObject(uv.workspace) || Object.values(tableOf(uv.sources)).some(isLocalSource) || namesFolder(uv),
    poetry_dependencies: Object.keys(tableOf(poetry?.dependencies)).filter((name) => name !== 'python'),
    sources: Object.keys(tableOf(uv.sources)),
    unread: unreadTables(tool),
    decides: JSON.stringify([
      decidesOfProject,
      file['dependency-groups'],
      file['build-system'],
      uv,
      poetry === null ? null : [poetry.dependencies, poetry.extras, poetry.source, poetry.group],
    ]),
  }
}

function tomlOf(text: string, path: string): Record<string, unknown> {
  if (text.length > LONGEST_PROJECT)
    throw new PackagesUnreadable(
      `${path} is larger than ${LONGEST_PROJECT / 1024} KiB, which is too large for settings.`,
    )
  try {
    return parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [reason = ''] = error.message.replace('Invalid TOML document: ', '').split('\n')
    throw new PackagesUnreadable(`${path} is not valid TOML, line ${error.line}: ${reason}. Correct it.`)
  }
}

/** The Python version in Poetry's own table, in standard form: `^3.11` is `>=3.11,<4`. */
function poetryPython(poetry: Record<string, unknown> | null): string {
  const asked = textOf(tableOf(poetry?.dependencies).python)
  return asked
    .split(',')
    .map((clause) => {
      const [, sign = '', version = ''] = /^\s*([\^~])(\d+(?:\.\d+)*)\s*$/.exec(clause) ?? []
      const [major = 0, minor] = version.split('.').map(Number)
      if (sign === '^') return `>=${version},<${major + 1}`
      if (sign === '~')
        return minor === undefined ? `>=${major},<${major + 1}` : `>=${version},<${major}.${minor + 1}`
      return clause
    })
    .join(',')
}

function groupsOf(groups: Record<string, unknown>): Record<string, string[]> {
  const found = new Map<string, string[]>()

  /** Each group is read once, however often it is included. */
  function requirementsOf(name: string): string[] {
    const known = found.get(name)
    if (known !== undefined) return known
    // A group that includes itself adds nothing.
    found.set(name, [])
    const items = groups[name]
    const all = (Array.isArray(items) ? items : []).flatMap((item) =>
      typeof item === 'string' ? [item] : requirementsOf(textOf(tableOf(item)['include-group'])),
    )
    const once = [...new Set(all)]
    found.set(name, once)
    return once
  }

  return Object.fromEntries(Object.keys(groups).map((name) => [name, requirementsOf(name)]))
}

function isLocalSource(source: unknown): boolean {
  if (Array.isArray(source)) return source.some(isLocalSource)
  return isObject(source) && (source.path !== undefined || source.workspace !== undefined)
}

/** True if packages may come from wheels or an index inside the source. */
function namesFolder(uv: Record<string, unknown>): boolean {
  const indexes = Array.isArray(uv.index) ? uv.index.map((index) => tableOf(index).url) : []
  const pip = tableOf(uv.pip)
  const places = [uv, pip].flatMap((table) => [
    table['find-links'],
    table['index-url'],
    table['extra-index-url'],
  ])
  return [...indexes, ...places.flat()].some((place) => typeof place === 'string' && !/^https?:/i.test(place))
}

/** Tables of other tools that list packages and that neither pip nor uv reads. */
function unreadTables(tool: Record<string, unknown>): string[] {
  const tables: [string, unknown][] = [
    ['tool.pdm.dev-dependencies', tableOf(tool.pdm)['dev-dependencies']],
    ['tool.hatch.envs', tableOf(tool.hatch).envs],
    ['tool.pixi.dependencies', tableOf(tool.pixi).dependencies],
    ['tool.conda.dependencies', tableOf(tool.conda).dependencies],
  ]
  return tables.filter(([, value]) => value !== undefined).map(([name]) => name)
}

function tableOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function textsOf(value: unknown, place: string): string[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
    throw new PackagesUnreadable(`${place} must be a list of texts such as ["numpy>=1.26"].`)
  return value
}
