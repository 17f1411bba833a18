import { posix } from 'node:path'
import { packageChoiceOf } from '@podium/contract/python-packages/package-choice.ts'
import { type PackagePlan, packagePlan } from '@podium/contract/python-packages/package-plan.ts'
import { PackagesUnreadable } from '@podium/contract/python-packages/packages-unreadable.ts'
import { projectTable } from '@podium/contract/python-packages/project-table.ts'
import { fits, isSameVersion } from '@podium/contract/python-packages/python-version.ts'
import { type PlacedLine, readRequirementFiles } from '@podium/contract/python-packages/requirement-files.ts'
import type { SourceFiles } from '@podium/contract/python-packages/source-files.ts'
import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { commandOf } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import type { Host } from '@podium/contract/solution-metadata/other-tools.ts'
import { askedModules, shadowingSentences } from './shadowing.ts'

/** The package installation that an engine offers, with its Python versions; none if they are not known. */
export type PackageHost = Host & { pythons: readonly string[] }

/** Findings about the packages of a source before anything is installed. */
export interface PackageFindings {
  /** the file that names the packages to install; null if there is none */
  file: string | null
  /** sentences about packages that cannot be installed as written */
  wrong: string[]
  /** sentences about entries that may be mistakes */
  doubtful: string[]
}

/** Finds everything about the packages of a source that can be known without installing them. */
export async function packageFindings(
  source: SourceFiles & { paths: readonly string[] },
  metadata: Metadata,
  host: PackageHost | null,
): Promise<PackageFindings> {
  if (!host?.packages) return { file: null, wrong: [], doubtful: [] }
  try {
    const plan = await packagePlan(source, packageChoiceOf(metadata))
    const lines = plan === null ? [] : await linesOf(source, plan)
    return {
      file: plan?.name ?? null,
      wrong: [...lines.filter(({ kind }) => kind === 'invalid').map(invalidSentence), ...pinnedTwice(lines)],
      doubtful: [
        ...pythonSentences(plan, host.pythons),
        ...(await unreadSentences(source, plan)),
        ...shadowingSentences(source.paths, scriptsOf(metadata), await askedModules(source, plan, lines)),
        ...missingScripts(source.paths, metadata),
      ],
    }
  } catch (error) {
    if (!(error instanceof PackagesUnreadable)) throw error
    return { file: null, wrong: [error.message], doubtful: [] }
  }
}

async function linesOf(source: SourceFiles, { requirements }: PackagePlan): Promise<PlacedLine[]> {
  const lists = requirements.filter((path) => !path.endsWith('.toml'))
  return lists.length === 0 ? [] : (await readRequirementFiles(source, lists)).lines
}

function invalidSentence({ path, line, text }: PlacedLine): string {
  return `${path} line ${line}: \`${text.slice(0, 100)}\` is not a requirement. Write a name with its versions, such as numpy>=1.26, and each option in a line of its own.`
}

function pinnedTwice(lines: PlacedLine[]): string[] {
  const first = new Map<string, PlacedLine & { kind: 'name' }>()
  return lines.flatMap((line) => {
    if (line.kind !== 'name' || line.pin === null || line.hasMarker) return []
    const before = first.get(line.name)
    first.set(line.name, before ?? line)
    if (before === undefined || before.pin === null || isSameVersion(before.pin, line.pin)) return []
    return [
      `${line.name} is asked for as ${before.pin} (${before.path} line ${before.line}) and as ${line.pin} (${line.path} line ${line.line}): keep one of them.`,
    ]
  })
}

function pythonSentences(plan: PackagePlan | null, pythons: readonly string[]): string[] {
  if (plan === null || plan.requires_python === '' || pythons.length === 0) return []
  if (pythons.some((version) => fits(version, plan.requires_python))) return []
  return [
    `The source requires Python ${plan.requires_python}, and runs are given ${pythons.join(', ')} here: no run of it starts.`,
  ]
}

/** Reports a project whose packages are ignored because of another file, and tables that no tool here reads. */
async function unreadSentences(source: SourceFiles, plan: PackagePlan | null): Promise<string[]> {
  const text = await source.read('pyproject.toml')
  if (text === null) return []
  const table = projectTable(text, 'pyproject.toml')
  const named = (table.dependencies?.length ?? 0) > 0 || table.is_package_of_poetry !== null
  const isLeft = plan?.requirements.includes('requirements.txt') && plan.project === 'left' && named
  const left = isLeft
    ? [
        'requirements.txt says which packages are installed: those of pyproject.toml are not, unless it has a line `.`.',
      ]
    : []
  const groupNames = Object.keys(table.groups)
  const groups =
    plan === null && groupNames.length > 0
      ? [
          `Nothing is installed: the packages of dependency groups (${groupNames.join(', ')}) are installed where metadata.json names them: "python": {"groups": ["${groupNames[0]}"]}.`,
        ]
      : []
  return [
    ...left,
    ...groups,
    ...table.unread.map((name) => `${name} of pyproject.toml is not read: neither pip nor uv knows it.`),
  ]
}

function missingScripts(paths: readonly string[], metadata: Metadata): string[] {
  if (paths.length === 0) return []
  return scriptsOf(metadata)
    .filter((script) => !paths.includes(script))
    .map((script) => `A pipeline starts ${script}, which is not in the source.`)
}

/** The files that commands pass to Python, by path in the source. */
function scriptsOf(metadata: Metadata): string[] {
  return metadata.pipeline.flatMap((pipeline) => {
    const [program = '', ...words] = commandOf(pipeline) ?? []
    const script = words.find((word) => !word.startsWith('-'))
    if (
      !/^python[\d.]*$/.test(program) ||
      script === undefined ||
      words.includes('-m') ||
      words.includes('-c')
    )
      return []
    const { working_directory = '' } = pipeline
    return /^[^/].*\.py$/.test(script) ? [posix.join(String(working_directory), script)] : []
  })
}
