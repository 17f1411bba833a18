import { plainName } from '@podium/contract/python-packages/package-name.ts'
import type { PackagePlan } from '@podium/contract/python-packages/package-plan.ts'
import { projectTable } from '@podium/contract/python-packages/project-table.ts'
import type { PlacedLine } from '@podium/contract/python-packages/requirement-files.ts'
import type { SourceFiles } from '@podium/contract/python-packages/source-files.ts'
import { STANDARD_MODULES } from './standard-modules.ts'

/** Patterns of packages in a lock that come from elsewhere; the source's own have another kind of `source`. */
const LOCKED = {
  'uv.lock':
    /^\[\[package\]\]\r?\nname = "([^"]+)"\r?\n(?:version = .*\n)?source = \{ (?:registry|git|url) =/gm,
  'pylock.toml': /^\[\[packages\]\]\r?\nname = "([^"]+)"/gm,
}

/** Maps module names to the file that requires their packages. */
export type AskedModules = Map<string, string>

/** The module names of a plan's packages; packages whose modules have other names are not recognised. */
export async function askedModules(
  source: SourceFiles,
  plan: PackagePlan | null,
  lines: PlacedLine[],
): Promise<AskedModules> {
  if (plan === null) return new Map()
  const ofLines = lines.flatMap((line) => (line.kind === 'name' ? [[line.name, line.path] as const] : []))
  const all = [...ofLines, ...(await ofProject(source, plan)), ...ofLocks(plan)]
  // Reversed, so that the first file that requires a package is named.
  return new Map(all.toReversed().map(([name, file]) => [plainName(name).replaceAll('-', '_'), file]))
}

async function ofProject(source: SourceFiles, plan: PackagePlan): Promise<(readonly [string, string])[]> {
  const path = `${plan.folder}pyproject.toml`
  const text = await source.read(path)
  if (text === null || plan.is_locked) return []
  const table = projectTable(text, path)
  const isInstalled = plan.listed.length > 0 || plan.requirements.includes(path) || plan.project === 'within'
  const extras = plan.extras.flatMap((extra) => table.optional[extra] ?? [])
  const own = isInstalled ? [...(table.dependencies ?? []), ...table.poetry_dependencies, ...extras] : []
  const all = [...own, ...plan.groups.flatMap((group) => table.groups[group] ?? [])]
  return all
    .map((requirement) => /^[\w.-]*/.exec(requirement.trim())?.[0] ?? '')
    .filter((name) => name !== '' && plainName(name) !== plainName(table.name))
    .map((name) => [name, path] as const)
}

function ofLocks({ files }: PackagePlan): (readonly [string, string])[] {
  return Object.entries(LOCKED).flatMap(([lock, form]) =>
    Object.entries(files)
      .filter(([path]) => path === lock || path.endsWith(`/${lock}`))
      .flatMap(([path, text]) => [...text.matchAll(form)].map(([, name = '']) => [name, path] as const)),
  )
}

/** Warns of modules that shadow required packages: a program imports modules beside it before all others. */
export function shadowingSentences(
  paths: readonly string[],
  scripts: readonly string[],
  asked: AskedModules,
): string[] {
  const folders = new Set(scripts.map((script) => script.slice(0, script.lastIndexOf('/') + 1)))
  return paths.flatMap((path) => {
    const [, folder = '', module = ''] = /^(.*\/)?([^/]+)\.py$/.exec(path) ?? []
    const file = asked.get(module.toLowerCase())
    if (!folders.has(folder)) return []
    const what = STANDARD_MODULES.has(module) ? 'Python' : module === 'podium' ? 'Podium' : null
    if (what === null && file === undefined) return []
    return [
      `${path} hides the module \`${module}\` ${what === null ? `that ${file} asks for` : `of ${what}`}: programs beside it import the file instead. Rename it.`,
    ]
  })
}
