import { createHash } from 'node:crypto'
import type { PackagePlan } from '@podium/contract/python-packages/package-plan.ts'
import type { Attempt } from '../../attempt/attempt.ts'
import type { RunSpec } from '../../engine.ts'
import type { PythonSettings } from '../../python-settings.ts'
import type { EnvironmentFolder } from './environment-folder.ts'
import { type Installer, packagesCommand, projectCommand } from './install-command.ts'
import type { Interpreter } from './interpreters.ts'
import { needsUvIndexes } from './package-index.ts'

/** The tools for an installation of a plan. */
export interface Tools {
  plan: PackagePlan
  interpreter: Interpreter
  by: Installer
  /** folders of these tools that the installation must see beside those of the system */
  readable: string[]
}

/** A folder of packages that runs share, and how to fill it. */
export interface Layer extends Tools {
  key: string
  /** keys of the folders above it that the same attempt needs */
  above: string[]
  /** words for its content: 'the packages of requirements.txt' */
  what: string
  command: (folder: EnvironmentFolder) => string[]
  /** true: a failure leaves the folder empty and fails no run */
  isTried: boolean
}

/** Returns the layer with the packages of a plan. `variables` are those in its files. */
export function packagesLayer(
  tools: Tools,
  spec: RunSpec,
  variables: Record<string, string>,
  settings: PythonSettings,
): Layer {
  const { plan, interpreter, by } = tools
  const { index_url, extra_index_url, find_links } = settings
  const source = plan.uses_source ? sourceOf(spec) : []
  const sources = [index_url, extra_index_url, find_links]
  const key = keyOf([plan.decides, variables, source, interpreter, by.uv, ...sources])
  const hasProject = plan.project === 'above' || plan.project === 'tried'
  return {
    ...tools,
    key,
    // Every version has its own, because it is a copy of the version's source.
    above: hasProject ? [keyOf([key, plan.folder, sourceOf(spec)])] : [],
    what: whatOf(plan),
    command: (folder) => packagesCommand(plan, folder, by, needsUvIndexes(plan, by, settings)),
    isTried: false,
  }
}

/** Returns the layer with the project itself above its packages, which are in the environment `venv`. */
export function projectLayer(below: Layer, key: string, venv: string): Layer {
  const { plan, by, readable } = below
  return {
    ...below,
    key,
    above: [],
    what: plan.project_name === '' ? 'the project itself' : `the project itself (${plan.project_name})`,
    command: (folder) => projectCommand(plan, folder, venv, by),
    readable: [venv, ...readable],
    isTried: plan.project === 'tried',
  }
}

/** Returns the names of a layer's environment and of those above it for turns. */
export function namesOf({ key, above }: Layer, { key: { workspace } }: Attempt): [string, ...string[]] {
  return [`${workspace} ${key}`, ...above.map((one) => `${workspace} ${one}`)]
}

function whatOf({ name, project, project_name }: PackagePlan): string {
  if (project !== 'within' || project_name === '') return `the packages of ${name}`
  return `${project_name} and the packages of ${name}`
}

function keyOf(parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}

/** Returns the location of a version's source, which is unique to it. */
function sourceOf({ source }: RunSpec): (string | undefined)[] {
  return [source?.bucket, source?.path]
}
