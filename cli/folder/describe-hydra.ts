import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type DescribedParameter, type DescribedProgram, described } from './described-program.ts'
import { valuesIn } from './plain-values.ts'
import { parseYaml } from './yaml.ts'

const MAX_PARAMETERS = 500
const MAX_DEPTH = 10
/** `# @package _global_` puts what a file of a group says at the top. */
const PACKAGE = /^#\s*@package\s+(\S+)/m

/**
 * Reads the parameters of a program of Hydra from its configuration. What the main file says has its value as default.
 * What a file of a group says has none, because another choice of the group would come with other values.
 * @param folder of the program
 */
export async function describeHydra(
  folder: string,
  { config_path = '.', config_name }: { config_path?: string; config_name: string },
): Promise<DescribedProgram | null> {
  const place = resolve(folder, config_path)
  const found = new Map<string, DescribedParameter>()
  const reading = { place, found, hasGlobalChoices: false }
  await addFile(reading, withoutEnding(config_name), { prefix: '', isMain: true, depth: 0 })
  if (found.size === 0) return null
  const all = [...found.values()].slice(0, MAX_PARAMETERS)
  const parameters = reading.hasGlobalChoices ? all.map(withoutDefault) : all
  return { parameters, arguments: 'hydra', spellings: {}, subcommands: [], about: '' }
}

interface Reading {
  place: string
  found: Map<string, DescribedParameter>
  /** a group of it, such as `experiment`, changes values of other files, which a default on the command line would undo */
  hasGlobalChoices: boolean
}

function withoutDefault({ default: value, ...parameter }: DescribedParameter): DescribedParameter {
  if (value === undefined) return parameter
  return { ...parameter, description: described(`${value} in the configuration`) }
}

interface At {
  /** such as 'model.' */
  prefix: string
  isMain: boolean
  depth: number
}

async function addFile(reading: Reading, name: string, at: At): Promise<void> {
  const text = at.depth > MAX_DEPTH ? '' : await textOf(join(reading.place, name))
  const config = parseYaml(text)
  const prefix = prefixOf(PACKAGE.exec(text)?.[1], at.prefix)
  const defaults: unknown[] = Array.isArray(config.defaults) ? config.defaults : []
  const folder = name.split('/').slice(0, -1)
  for (const entry of defaults) await addDefault(reading, folder, entry, { ...at, prefix })
  const { defaults: _, hydra: __, ...own } = config
  addValues(reading.found, own, prefix, at.isMain ? null : `${name}.yaml`)
}

/** The text of a configuration file; '' without one. */
function textOf(path: string): Promise<string> {
  return readFile(`${path}.yaml`, 'utf8').catch(() => '')
}

function prefixOf(stated: string | undefined, given: string): string {
  if (stated === undefined || stated === '_group_') return given
  return stated === '_global_' ? '' : `${stated}.`
}

/** An entry of a defaults list: `- model: cnn`, `- optional local: default`, `- base`, `- override hydra/launcher: x`. */
async function addDefault(reading: Reading, folder: string[], entry: unknown, at: At): Promise<void> {
  const below = { ...at, isMain: false, depth: at.depth + 1 }
  if (typeof entry === 'string') {
    if (entry !== '_self_')
      await addFile(reading, [...folder, entry].join('/'), { ...below, isMain: at.isMain })
    return
  }
  const [key = '', choice] = Object.entries(entry ?? {})[0] ?? []
  const words = key.split(/\s+/)
  const [group = '', target] = (words.at(-1) ?? '').split('@')
  if (words.includes('override') || group === '' || group.split('/')[0] === 'hydra') return
  const path = group.startsWith('/') ? group.slice(1) : [...folder, group].join('/')
  const choices = await namesIn(join(reading.place, path))
  for (const name of choices)
    if (PACKAGE.exec(await textOf(join(reading.place, path, name)))?.[1] === '_global_')
      reading.hasGlobalChoices = true
  const isChosen = typeof choice === 'string' && choices.includes(choice)
  if (choices.length > 0 && target === undefined)
    reading.found.set(path, {
      name: path,
      type: 'single_selection',
      ...(isChosen && { default: [choice] }),
      selectable: choices,
    })
  if (isChosen)
    await addFile(reading, `${path}/${choice}`, {
      ...below,
      prefix: prefixOf(target, `${path.replaceAll('/', '.')}.`),
    })
}

/** The choices of a group: the names of the files in its folder. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => [])
  return names
    .filter((name) => /\.ya?ml$/.test(name))
    .map(withoutEnding)
    .sort()
}

function withoutEnding(name: string): string {
  return name.replace(/\.ya?ml$/, '')
}

/** `???` has to be given; other expressions, and keys of Hydra itself, are left to the program. */
function addValues(
  found: Map<string, DescribedParameter>,
  config: Record<string, unknown>,
  prefix: string,
  file: string | null,
): void {
  for (const parameter of valuesIn(config, prefix)) {
    const { name, type, default: value } = parameter
    const text = String(value ?? '')
    if (/(^|\.)_[^.]*_$/.test(name) || text.includes('${')) continue
    if (value === undefined || text === '???') found.set(name, { name, type })
    else if (file === null) found.set(name, parameter)
    else found.set(name, { name, type, description: described(`${text} in ${file}`) })
  }
}
