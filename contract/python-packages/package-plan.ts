import { type AskedPlace, placesInProject, placesOfLines } from './asked-places.ts'
import type { PackageChoice } from './package-choice.ts'
import { nameOf, plainName, requirementsIn } from './package-name.ts'
import { PackagesUnreadable } from './packages-unreadable.ts'
import { type ProjectTable, projectTable } from './project-table.ts'
import { type PlacedLine, readRequirementFiles } from './requirement-files.ts'
import type { SourceFiles } from './source-files.ts'
import { type ProjectOfUv, withSettingsOfUv } from './uv-settings.ts'

/** How the packages of a source are installed, and the files that decide it. */
export interface PackagePlan {
  /** the file that names the packages */
  name: string
  /** true if only uv can read the requirements */
  needs_uv: boolean
  /** true if everything comes from the uv.lock of the project's folder */
  is_locked: boolean
  /** such as '>=3.10'; '' if not specified */
  requires_python: string
  /** files that pip or uv read as they are: requirements, a pylock.toml, or for uv a pyproject.toml */
  requirements: string[]
  /** texts that replace those of files */
  changed: Record<string, string>
  /** requirements in addition to the files */
  listed: string[]
  /** lines that name the indexes, which also serve the project's build dependencies */
  indexes: string[]
  /** the folder of the project; '' for the source itself */
  folder: string
  extras: string[]
  groups: string[]
  /**
   * How the project itself is installed: `within` with its packages, because only a build knows them; `above` after
   * them; `tried` after them, but a failing build is ignored; `left` not at all.
   */
  project: 'within' | 'above' | 'tried' | 'left'
  /** the project's name for itself; '' if only a build knows it */
  project_name: string
  /** the name of a project installed after its packages, one of which may require it; '' without one */
  own_name: string
  /** everything that affects which packages are installed */
  decides: unknown[]
  /** true if packages are files or folders of the source, so that versions cannot share them */
  uses_source: boolean
  /** settings of uv beside or in the project, which may name indexes */
  has_settings_of_uv: boolean
  /** the places in the files that ask for packages by name */
  asks: AskedPlace[]
  /** the texts whose lines are quoted when an installation fails */
  files: Record<string, string>
}

type FoundPlan = Omit<PackagePlan, 'project_name' | 'has_settings_of_uv'>

const NOTHING = {
  needs_uv: false,
  is_locked: false,
  requirements: [],
  changed: {},
  listed: [],
  indexes: [],
  project: 'left' as const,
  own_name: '',
  uses_source: false,
  asks: [],
}

/** Files that neither pip nor uv reads, with the command that converts them to one that they read. */
const OTHERS: [file: string, command: string][] = [
  ['environment.yml', 'pip list --format=freeze > requirements.txt'],
  ['environment.yaml', 'pip list --format=freeze > requirements.txt'],
  ['Pipfile', 'pipenv requirements > requirements.txt'],
  ['Pipfile.lock', 'pipenv requirements > requirements.txt'],
  ['poetry.lock', 'poetry export -o requirements.txt'],
  ['pdm.lock', 'pdm export -o requirements.txt'],
]

interface Project extends ProjectOfUv {
  choice: PackageChoice
  /** '' if unknown */
  name: string
  /** '' or a path that ends in '/' */
  folder: string
  /** the text of its pyproject.toml; null if there is none */
  text: string | null
}

/**
 * Chooses the first of: the files named in metadata.json, uv.lock, pylock.toml, requirements.txt, the project itself.
 * Returns null if the source asks for no packages.
 * @param choice the entry `python` of metadata.json
 * @throws PackagesUnreadable with a sentence if the files cannot be followed, or belong to another tool
 */
export async function packagePlan(
  source: SourceFiles,
  choice: PackageChoice = {},
): Promise<PackagePlan | null> {
  const folder = folderOf(choice.project ?? '.')
  const path = `${folder}pyproject.toml`
  const text = await source.read(path)
  const own = await withSettingsOfUv(source, folder, text === null ? null : projectTable(text, path))
  const project_name = own.table?.name || (await nameInSetup(source, folder))
  const found = await firstThatFits(source, { choice, folder, text, name: project_name, ...own })
  if (found === null) return null
  const versions = [found.requires_python, choice.version ?? ''].filter((one) => one !== '')
  const files = { ...(text !== null && { [path]: text }), ...found.files }
  const has_settings_of_uv = own.uv_toml.length > 0 || (own.table?.is_of_uv ?? false)
  return { ...found, project_name, requires_python: versions.join(','), has_settings_of_uv, files }
}

async function nameInSetup(source: SourceFiles, folder: string): Promise<string> {
  const script = await source.read(`${folder}setup.py`)
  const config = await source.read(`${folder}setup.cfg`)
  return script === null && config === null ? '' : ((await source.nameInSetup?.({ script, config })) ?? '')
}

async function firstThatFits(source: SourceFiles, project: Project): Promise<FoundPlan | null> {
  const { choice, folder, table, root } = project
  if (choice.requirements !== undefined) return requirementsPlan(source, choice.requirements, project)
  for (const place of new Set([folder, root])) {
    const lock = table?.has_project ? await source.read(`${place}uv.lock`) : null
    if (lock !== null) return lockPlan(lock, `${place}uv.lock`, project)
  }
  const pylock = await source.read(`${folder}pylock.toml`)
  if (pylock !== null) return pylockPlan(pylock, project)
  if (choice.project === undefined && (await source.read('requirements.txt')) !== null)
    return requirementsPlan(source, ['requirements.txt'], project)
  return (await projectPlan(source, project)) ?? (await refuseOthers(source, project))
}

async function requirementsPlan(
  source: SourceFiles,
  paths: string[],
  { choice, folder, name, table, uv_toml, text }: Project,
): Promise<FoundPlan | null> {
  const { extras = [], groups = [], project } = choice
  const isAsked =
    project !== undefined ||
    extras.length > 0 ||
    namesItself(table, requirementsIn(table?.groups ?? {}, groups))
  const read = await readRequirementFiles(source, paths, { name, isInstalled: isAsked })
  const { lines, own_extras } = read
  const hasProject = own_extras !== null || isAsked
  const asksFor = [...new Set([...(own_extras ?? []), ...extras])]
  const own = hasProject ? dependenciesOf(table, asksFor, groups) : []
  const isOfUv = table?.is_of_uv ?? false
  const readsProject = hasProject && own !== null && isOfUv
  const asks = lines.some(({ kind }) => kind !== 'option') || hasProject || groups.length > 0
  if (!asks) return null
  if (!hasProject) refuseOtherSources(lines, table)
  return {
    ...NOTHING,
    name: paths[0] ?? '',
    needs_uv: groups.length > 0 || (hasProject && isOfUv),
    requires_python: table?.requires_python ?? '',
    requirements: readsProject ? [...paths, `${folder}pyproject.toml`] : paths,
    changed: read.without_own,
    listed: readsProject ? [] : (own ?? []),
    indexes: read.indexes,
    folder,
    extras: asksFor,
    groups,
    project: !hasProject ? 'left' : own === null ? 'within' : 'above',
    own_name: hasProject && own !== null ? (table?.name ?? '') : '',
    decides: [
      read.decides,
      own,
      asksFor,
      hasProject && table?.name,
      groups,
      (groups.length > 0 || isOfUv) && table?.decides,
      uv_toml,
    ],
    uses_source: read.uses_source || own === null || (readsProject && (table?.has_local_sources ?? false)),
    asks: [
      ...placesOfLines(lines),
      ...placesInProject(text, folder, { table, extras: asksFor, groups, hasDependencies: hasProject }),
    ],
    files: read.files,
  }
}

/** pip ignores the sources of uv and would install the package of that name from the index. */
function refuseOtherSources(lines: PlacedLine[], table: ProjectTable | null): void {
  const named = new Set(table?.sources.map(plainName))
  const found = lines.find((line) => line.kind === 'name' && named.has(line.name))
  if (found)
    throw new PackagesUnreadable(
      `${found.path} line ${found.line} asks for \`${found.text}\`, for which pyproject.toml has a source of uv that a list alone does not have: add a line \`.\` for the project, or write the source into the list, such as \`./libs/NAME\`.`,
    )
}

function lockPlan(lock: string, path: string, { choice, folder, table, text }: Project): FoundPlan {
  return {
    ...NOTHING,
    ...asksOf(choice),
    name: path,
    needs_uv: true,
    is_locked: true,
    requires_python: pythonOf(lock) || (table?.requires_python ?? ''),
    folder,
    project: table?.has_build_system ? 'above' : 'left',
    decides: [table?.decides, lock, choice.extras, choice.groups, folder],
    uses_source: table?.has_local_sources ?? false,
    asks: placesInProject(text, folder, { table, ...asksOf(choice) }),
    files: { [path]: lock },
  }
}

function pylockPlan(pylock: string, { choice, folder, table, text }: Project): FoundPlan {
  const path = `${folder}pylock.toml`
  return {
    ...NOTHING,
    ...asksOf(choice),
    name: path,
    needs_uv: true,
    requires_python: pythonOf(pylock) || (table?.requires_python ?? ''),
    requirements: [path],
    folder,
    project: table?.has_build_system ? 'above' : 'left',
    decides: [pylock, choice.extras, choice.groups],
    // Only packages in the source have a path.
    uses_source: /\bpath\s*=/.test(pylock),
    asks: placesInProject(text, folder, { table, ...asksOf(choice) }),
    files: { [path]: pylock },
  }
}

async function projectPlan(source: SourceFiles, project: Project): Promise<FoundPlan | null> {
  const { choice, folder, table, text } = project
  const { extras, groups } = asksOf(choice)
  const script = (await source.read(`${folder}setup.py`)) !== null
  if (table === null && !script) return null
  const path = `${folder}${table === null ? 'setup.py' : 'pyproject.toml'}`
  const isProject =
    script ||
    table?.has_project ||
    table?.has_build_system ||
    typeof table?.is_package_of_poetry === 'boolean'
  const listed = isProject ? dependenciesOf(table, extras, groups) : []
  const above = await projectAbove(source, project, script)
  if (listed?.length === 0 && above === 'left' && groups.length === 0) return null
  if (table?.is_package_of_poetry === false && listed === null) throw new PackagesUnreadable(noPackage(path))
  const reads_project = listed !== null && (table?.is_of_uv ?? false)
  return {
    ...NOTHING,
    name: path,
    needs_uv: (table?.is_of_uv ?? false) || groups.length > 0,
    requires_python: table?.requires_python ?? '',
    requirements: reads_project ? [path] : [],
    listed: reads_project ? [] : (listed ?? []),
    folder,
    extras,
    groups,
    project: listed === null ? 'within' : above,
    own_name: listed === null || above === 'left' ? '' : (table?.name ?? ''),
    decides: [table?.decides, extras, groups],
    uses_source: listed === null || (table?.has_local_sources ?? false),
    asks: placesInProject(text, folder, { table, extras, groups }),
    files: {},
  }
}

/** The Python version of a lock, which precedes its packages; '' if it names none. */
function pythonOf(lock: string): string {
  return /^requires-python = "([^"]*)"/m.exec(lock)?.[1] ?? ''
}

function asksOf({ extras = [], groups = [] }: PackageChoice) {
  return { extras, groups }
}

/** A project without a build system works from its folder, unless it has programs or a folder src/. */
async function projectAbove(
  source: SourceFiles,
  { folder, table }: Project,
  script: boolean,
): Promise<'above' | 'tried' | 'left'> {
  if (table?.has_build_system || script) return 'above'
  if (!table?.has_project || table.is_of_uv) return 'left'
  return table.has_programs || (await source.hasFolder(`${folder}src`)) ? 'tried' : 'left'
}

/** The requirements of a project; null if only a build knows them, or if they name the project itself. */
function dependenciesOf(table: ProjectTable | null, extras: string[], groups: string[]): string[] | null {
  if (!table?.has_project || table.dependencies === null) return null
  const all = [...table.dependencies, ...requirementsIn(table.optional, extras)]
  return namesItself(table, [...all, ...requirementsIn(table.groups, groups)]) ? null : all
}

/** The package of that name on an index would be a different one. */
function namesItself(table: ProjectTable | null, requirements: string[]): boolean {
  if (!table?.name) return false
  const own = plainName(table.name)
  return requirements.some((one) => nameOf(one) === own)
}

async function refuseOthers(source: SourceFiles, { folder }: Project): Promise<null> {
  for (const [file, command] of OTHERS) {
    if ((await source.read(`${folder}${file}`)) === null) continue
    throw new PackagesUnreadable(
      `Neither pip nor uv reads ${folder}${file}, which alone says what the program needs: write a requirements.txt with \`${command}\`, and register the folder again.`,
    )
  }
  return null
}

function noPackage(path: string): string {
  return `${path} is a Poetry project in the mode without a package, which only Poetry installs: write a requirements.txt with \`poetry export -o requirements.txt\`, and register the folder again.`
}

/** '' for the source itself, else a path that ends in '/'. */
function folderOf(named: string): string {
  const parts = named.split('/').filter((part) => part !== '' && part !== '.')
  return parts.length === 0 ? '' : `${parts.join('/')}/`
}
