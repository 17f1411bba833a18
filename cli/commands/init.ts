import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { checkSolutionName } from '@podium/contract/solution-metadata/metadata.ts'
import { fail } from '../cli-error.ts'
import { command } from '../command.ts'
import type { EntryPoint } from '../folder/entry-point.ts'
import { entryPointsOf, findEntryPoints } from '../folder/entry-points.ts'
import { importsOf } from '../folder/imports.ts'
import { print } from '../print.ts'
import { openQuestions } from '../questions.ts'
import { templateFiles } from '../template.ts'

const TEMPLATE = 'my-solution'
/** A folder with one of these says which packages it needs. */
const PACKAGE_FILES =
  /^(requirements.*\.txt|requirements|pyproject\.toml|setup\.(py|cfg)|.*\.lock|pylock\.toml|environment\.ya?ml|conda\.ya?ml|Pipfile)$/

/**
 * Describes the program of a folder in a metadata.json. A new or empty folder gets a small working solution instead, named
 * after the folder.
 */
export const init = command({
  name: 'init',
  args: '[folder] [program]',
  about: 'describe the program of a folder, or fill a new folder with a small working solution',
  async run({ words: [named = '.', ...program] }) {
    const folder = resolve(named)
    const there = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] =>
      error.code === 'ENOENT' ? [] : fail(`${named} is not a folder that can be read.`),
    )
    if (there.length === 0) return writeTemplate(named, folder)
    if (there.includes('metadata.json'))
      fail(`${named} has a metadata.json already. Register it: podium register ${named}`)
    await writeDescription(named, folder, {
      there,
      entry: await chooseEntry(named, folder, program.join(' ')),
    })
  },
})

async function writeTemplate(named: string, folder: string): Promise<void> {
  const files = Object.entries(templateFiles())
  const name = nameFor(folder)
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    const content =
      path === 'metadata.json' ? text.replace(`"name": "${TEMPLATE}"`, `"name": "${name}"`) : text
    await writeFile(join(folder, path), content, { flag: 'wx' })
  }
  print(`Wrote ${files.map(([path]) => path).join(', ')}.`)
  printNext(named, name)
}

/** The program that is named, else the only one, else the one that the person chooses. */
async function chooseEntry(named: string, folder: string, program: string): Promise<EntryPoint> {
  const found = await findEntryPoints(folder, '')
  const known = found.filter(({ title }) => program === '' || title === program)
  const isFile = known.length === 0 && program !== '' && (await isThere(join(folder, program)))
  const entries = isFile ? await entryPointsOf(folder, program) : known
  const [entry] = entries
  if (entry === undefined)
    return fail(
      program === ''
        ? `${named} names no program. Name it: podium init ${named} <program>. A template goes into a new folder.`
        : `${named} has no program ${program}.`,
    )
  return entries.length === 1 ? entry : ask(named, entries)
}

async function ask(named: string, entries: EntryPoint[]): Promise<EntryPoint> {
  if (!process.stdin.isTTY)
    return fail(
      `${named} has several programs. Name one:\n${entries.map(({ title }) => `  podium init ${named} ${title}`).join('\n')}`,
    )
  const questions = await openQuestions()
  try {
    print(entries.map(({ title }, index) => `${index + 1}  ${title}`).join('\n'))
    const answer = await questions.ask('Which one is the program? ', 'Nothing was written.')
    return (
      entries[Number(answer) - 1] ??
      entries.find(({ title }) => title === answer.trim()) ??
      fail('Nothing was written.')
    )
  } finally {
    questions.close()
  }
}

async function writeDescription(
  named: string,
  folder: string,
  { there, entry }: { there: string[]; entry: EntryPoint },
): Promise<void> {
  const name = nameFor(folder)
  const packages = there.some((file) => PACKAGE_FILES.test(file)) ? [] : await packagesOf(folder, entry)
  const text = JSON.stringify(metadataOf(name, entry), null, 2)
  await writeFile(join(folder, 'metadata.json'), `${text}\n`, { flag: 'wx' })
  if (packages.length > 0)
    await writeFile(join(folder, 'requirements.txt'), `${packages.join('\n')}\n`, { flag: 'wx' })
  print(`The program: ${entry.title}, started by ${entry.command.join(' ')}.`)
  const names = entry.described.map((parameter) => parameter.name)
  print(
    names.length === 0
      ? 'It declares no parameters that could be read.'
      : `Its parameters: ${names.join(', ')}.`,
  )
  if (packages.length > 0) print(`Its packages: ${packages.join(', ')}.`)
  print(`Wrote metadata.json${packages.length > 0 ? ', requirements.txt' : ''}.`)
  printNext(named, name)
}

/** The packages that the entry point names, else those that its program imports. */
async function packagesOf(folder: string, { command, requirements }: EntryPoint): Promise<string[]> {
  const program = command.find((word) => /\.(py|ipynb)$/.test(word))
  const imported = program === undefined ? [] : await importsOf(folder, join(folder, program))
  return requirements.length > 0 ? requirements : imported
}

function metadataOf(name: string, entry: EntryPoint) {
  return {
    metadata_version: 1.2,
    name,
    description: { title: name, overview: `Runs ${entry.title}.` },
    ...(entry.python && { python: { version: `==${entry.python}.*` } }),
    pipeline: [
      {
        type: 'train',
        command: entry.command,
        ...(entry.arguments.length > 0 && { arguments: entry.arguments }),
        parameters: { user_parameters: [{ step: 'main', args: entry.described }] },
      },
    ],
  }
}

function printNext(named: string, name: string): void {
  print(`The solution is named ${name}, in metadata.json. Register it: podium register ${named}`)
}

/** Returns the folder's name as a solution may have it, or the template's if nothing is left of it. */
function nameFor(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return checkSolutionName(name) === null ? name : TEMPLATE
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isFile(),
    () => false,
  )
}
