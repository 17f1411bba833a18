import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectScripts } from '@podium/contract/python-packages/project-scripts.ts'
import { isObject } from '@podium/contract/rules/metadata-json.ts'
import { defaultParameters } from '@podium/contract/solution-metadata/parameters.ts'
import type { Arguments } from '@podium/contract/solution-metadata/program.ts'
import { describeProgram } from './describe-program.ts'
import type { DescribedProgram } from './described-program.ts'
import type { EntryPoint, FoundEntry } from './entry-point.ts'
import { entriesOfMlproject } from './mlproject.ts'
import { isThere } from './own-packages.ts'
import { valuesIn } from './plain-values.ts'
import { packagesOfStages } from './stage-packages.ts'
import { parseYaml } from './yaml.ts'

/** Programs that are named like this are what a folder is for. */
const USUAL = ['train.py', 'main.py', 'run.py']
const NO_PROGRAM = /^(setup|conftest|__init__|versioneer|noxfile|test_.*|.*_test)\.py$/
const MAX_PROGRAMS = 20

/**
 * Finds the programs that a folder says how to start. What says it for the whole folder comes alone: the train pipeline of
 * metadata.json, else MLproject, else dvc.yaml. Otherwise these are the scripts of pyproject.toml, the usual programs or
 * the only one, and the target `train` of a Makefile.
 * @param workingFolder below the root; '' for the root itself
 */
export async function findEntryPoints(root: string, workingFolder: string): Promise<EntryPoint[]> {
  const found = await foundEntries(root, workingFolder)
  return found.map(withDefaults)
}

function withDefaults(entry: FoundEntry): EntryPoint {
  const parameters = { user_parameters: [{ step: 'main', args: entry.described }] }
  return { ...entry, parameters: defaultParameters({ type: 'train', parameters }) }
}

async function foundEntries(root: string, workingFolder: string): Promise<FoundEntry[]> {
  const folder = join(root, workingFolder)
  for (const find of [entryOfMetadata, entriesOfMlproject, entryOfDvc]) {
    const found = await find(root, workingFolder)
    if (found.length > 0) return found
  }
  return [
    ...(await entriesOfScripts(root, folder)),
    ...(await entriesOfPrograms(root, folder)),
    ...(await entryOfMakefile(folder)),
  ]
}

async function entryOfMetadata(root: string, workingFolder: string): Promise<FoundEntry[]> {
  const text = await readFile(join(root, workingFolder, 'metadata.json'), 'utf8').catch(() => '')
  const train = pipelinesIn(text).find(({ type }) => type === 'train')
  if (!Array.isArray(train?.command)) return []
  const list = (train.arguments ?? []) as Arguments
  return [
    {
      title: 'metadata.json',
      command: train.command.map(String),
      arguments: list === 'hydra' || Array.isArray(list) ? list : [],
      described: [],
      requirements: [],
    },
  ]
}

function pipelinesIn(text: string): Record<string, unknown>[] {
  try {
    const { pipeline } = JSON.parse(text)
    return Array.isArray(pipeline) ? pipeline.filter(isObject) : []
  } catch {
    return []
  }
}

/** All stages in one run, with the values of params.yaml as parameters. */
async function entryOfDvc(root: string, workingFolder: string): Promise<FoundEntry[]> {
  const folder = join(root, workingFolder)
  const { stages } = parseYaml(await readFile(join(folder, 'dvc.yaml'), 'utf8').catch(() => ''))
  if (!isObject(stages)) return []
  const params = parseYaml(await readFile(join(folder, 'params.yaml'), 'utf8').catch(() => ''))
  return [
    {
      title: 'dvc.yaml',
      command: ['python', '-m', 'podium.stages'],
      arguments: [],
      described: valuesIn(params),
      requirements: [...new Set(['PyYAML', ...(await packagesOfStages(root, workingFolder, stages))])],
    },
  ]
}

/** The scripts that the installed project brings. */
async function entriesOfScripts(root: string, folder: string): Promise<FoundEntry[]> {
  const text = await readFile(join(folder, 'pyproject.toml'), 'utf8').catch(() => '')
  const found: FoundEntry[] = []
  for (const [name, target] of Object.entries(projectScripts(text)).slice(0, MAX_PROGRAMS)) {
    const module = (target.split(':')[0] ?? '').trim().replaceAll('.', '/')
    const files = ['', 'src/'].flatMap((at) => [`${at}${module}.py`, `${at}${module}/__init__.py`])
    const described = await firstDescribed(files.map((file) => join(folder, file)))
    found.push(...(await entriesOf(name, [name], described, root)))
  }
  return found
}

async function firstDescribed(files: string[]) {
  for (const file of files) if (await isThere(file)) return file
  return null
}

async function entriesOfPrograms(root: string, folder: string): Promise<FoundEntry[]> {
  const names = await readdir(folder).catch((): string[] => [])
  const usual = USUAL.filter((name) => names.includes(name))
  const programs = usual.length > 0 ? usual : await otherPrograms(folder, names)
  const found: FoundEntry[] = []
  for (const name of programs.slice(0, MAX_PROGRAMS)) found.push(...(await entriesOfFile(root, folder, name)))
  return found
}

/** Returns the entry of a program or notebook that a person names, or one for each of its sub-commands. */
export async function entryPointsOf(root: string, file: string): Promise<EntryPoint[]> {
  return (await entriesOfFile(root, root, file)).map(withDefaults)
}

async function entriesOfFile(root: string, folder: string, name: string): Promise<FoundEntry[]> {
  if (name.endsWith('.sh')) return [entryOf(name, ['bash', name], null)]
  const command = name.endsWith('.ipynb') ? ['python', '-m', 'podium.notebook', name] : ['python', name]
  return entriesOf(name, command, join(folder, name), root)
}

/** The programs that start by themselves, else the only program, else the notebooks. */
async function otherPrograms(folder: string, names: string[]): Promise<string[]> {
  const programs = names.filter((name) => name.endsWith('.py') && !NO_PROGRAM.test(name)).sort()
  const guarded: string[] = []
  for (const name of programs)
    if (GUARD.test(await readFile(join(folder, name), 'utf8').catch(() => ''))) guarded.push(name)
  if (guarded.length > 0) return guarded
  if (programs.length > 0) return programs.length === 1 ? programs : []
  return names.filter((name) => name.endsWith('.ipynb')).sort()
}

const GUARD = /^if\s+__name__\s*==\s*["']__main__["']/m

/** One entry for a program, or one for each of its sub-commands. */
async function entriesOf(
  title: string,
  command: string[],
  file: string | null,
  root: string,
): Promise<FoundEntry[]> {
  const whole = file && (await describeProgram(file, { root }))
  if (!file || !whole || whole.subcommands.length === 0) return [entryOf(title, command, whole || null)]
  const found: FoundEntry[] = []
  for (const word of whole.subcommands.slice(0, MAX_PROGRAMS))
    found.push(entryOf(`${title} ${word}`, command, await describeProgram(file, { root, words: [word] })))
  return found
}

function entryOf(title: string, command: string[], described: DescribedProgram | null): FoundEntry {
  return {
    title,
    command,
    arguments: described?.arguments ?? [],
    described: described?.parameters ?? [],
    requirements: [],
  }
}

async function entryOfMakefile(folder: string): Promise<FoundEntry[]> {
  for (const name of ['GNUmakefile', 'makefile', 'Makefile']) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '')
    if (/^train\s*:(?!=)/m.test(text))
      return [
        { title: 'make train', command: ['make', 'train'], arguments: [], described: [], requirements: [] },
      ]
  }
  return []
}
