import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { ProgramArgument } from '@podium/contract/solution-metadata/program.ts'
import type { DescribedParameter } from './described-program.ts'
import type { FoundEntry } from './entry-point.ts'
import { isTable, parseYaml } from './yaml.ts'

/** Returns the entry points of MLflow's project file: `main` if there is one, else all; [] without such a file. */
export async function entriesOfMlproject(root: string, workingFolder: string): Promise<FoundEntry[]> {
  const folder = join(root, workingFolder)
  const text = await readFile(join(folder, 'MLproject'), 'utf8').catch(() => null)
  const project = parseYaml(text ?? '')
  const entries = isTable(project.entry_points) ? project.entry_points : {}
  const named = 'main' in entries ? ['main'] : Object.keys(entries)
  if (named.length === 0) return []
  const packages = await packagesOf(folder, workingFolder, project)
  return named.flatMap((name) => {
    const entry = entries[name]
    if (!isTable(entry) || typeof entry.command !== 'string') return []
    const described = Object.entries(isTable(entry.parameters) ? entry.parameters : {}).map(parameterOf)
    return [
      {
        title: `MLproject: ${name}`,
        ...programOf(
          entry.command,
          described.map((parameter) => parameter.name),
        ),
        described,
        ...packages,
      },
    ]
  })
}

/** `alpha: {type: float, default: 0.5}`, or `alpha: float` without a default. */
function parameterOf([name, stated]: [string, unknown]): DescribedParameter {
  const { type, default: value } = isTable(stated) ? stated : { type: stated, default: undefined }
  const isNumber = type === 'float' || type === 'int'
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (isNumber && typeof number === 'number' && Number.isFinite(number))
    return { name, type, default: [number] }
  if (isNumber) return { name, type }
  return { name, type: 'string', ...(isText(value) && { default: [String(value)] }) }
}

function isText(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) && value !== ''
}

/**
 * Splits a command with `{name}` in it. A command that only a shell understands stays one word of `bash -c`, which gets
 * the values as $1, $2 and so on.
 */
function programOf(command: string, names: string[]): { command: string[]; arguments: ProgramArgument[] } {
  const words = wordsOf(command)
  const list = words && argumentsOf(words, names)
  if (!list) return shellProgram(command, names)
  const first = list.findIndex((argument) => typeof argument !== 'string')
  const end = first === -1 ? list.length : first
  return { command: list.slice(0, end) as string[], arguments: list.slice(end) }
}

function shellProgram(command: string, names: string[]) {
  const used = names.filter((name) => command.includes(`{${name}}`))
  const text = used.reduce(
    (rest, name, index) => rest.replaceAll(`{${name}}`, () => `\${${index + 1}}`),
    command.trim(),
  )
  return { command: ['bash', '-c', text, 'main'], arguments: used.map((name) => ({ name })) }
}

/** A word, or several parts of one in quotes. */
const WORD = /(?:[^\s"'\\]|\\\S|"[^"\\]*"|'[^']*')+/g
const FOR_A_SHELL = /[|&;<>$`*?~#\n]|\\$/

/** Returns the words of a command as a shell splits them, or null if it takes a shell to understand it. */
function wordsOf(command: string): string[] | null {
  const text = command.trim().replaceAll(/\\\n\s*/g, ' ')
  if (FOR_A_SHELL.test(text) || text.replaceAll(WORD, '').trim() !== '') return null
  return [...text.matchAll(WORD)].map(([word]) => word.replaceAll(/"([^"]*)"|'([^']*)'|\\(.)/g, '$1$2$3'))
}

/** Returns null if a value stands within a word, so that only a shell can join it. */
function argumentsOf(words: string[], names: string[]): ProgramArgument[] | null {
  const list: ProgramArgument[] = []
  for (const word of words) {
    const [, before = '', name = '', after = ''] = /^(.*?)\{([^{}]+)\}(.*)$/.exec(word) ?? []
    const isParameter = names.includes(name)
    if (isParameter && (after !== '' || (before !== '' && !before.endsWith('=')))) return null
    const last = list.at(-1)
    if (isParameter && before !== '') list.push({ name, flag: before })
    else if (isParameter && typeof last === 'string' && /^--?[A-Za-z]/.test(last) && !last.includes('='))
      list.splice(-1, 1, { name, flag: last })
    else list.push(isParameter ? { name } : word)
  }
  return list
}

/** The packages that python_env.yaml or conda.yaml names, as lines of a requirements file. */
async function packagesOf(folder: string, workingFolder: string, project: Record<string, unknown>) {
  const named = project.python_env ?? project.conda_env
  const text = typeof named === 'string' ? await readFile(join(folder, named), 'utf8').catch(() => '') : ''
  const { dependencies, python } = parseYaml(text)
  const listed: unknown[] = Array.isArray(dependencies) ? dependencies : []
  const ofConda = listed.find((one) => isTable(one) && Array.isArray(one.pip)) as
    | { pip: unknown[] }
    | undefined
  const isConda = project.python_env === undefined
  const lines = (isConda ? (ofConda?.pip ?? []) : listed).filter((line) => typeof line === 'string')
  const base = posix.join(workingFolder, typeof named === 'string' ? posix.dirname(named) : '')
  const pinned = listed.find((one) => typeof one === 'string' && /^python\s*=/.test(one)) as
    | string
    | undefined
  const version = isConda ? pinned?.replace(/^python\s*=+\s*/, '') : isText(python) && String(python)
  return {
    requirements: lines.map((line) =>
      line.replace(/^-r\s*(\S+)$/, (_, path: string) => `-r ${posix.join(base, path)}`),
    ),
    ...(version && { python: version }),
  }
}
