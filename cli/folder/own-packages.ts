import { readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fail } from '../cli-error.ts'
import { openQuestions } from '../questions.ts'
import { OWN_REQUIREMENTS } from './find-files.ts'
import { importsOf } from './imports.ts'
import type { Target } from './target.ts'

const REQUIREMENT = /^[A-Za-z0-9][A-Za-z0-9._-]*(\[[^\]]*\])?\s*([<>=!~].*|@\s*\S+)?$/

/** Files that name packages, whether or not they can be installed from. */
const PACKAGE_FILES =
  'uv.lock pylock.toml requirements.txt pyproject.toml setup.py environment.yml environment.yaml Pipfile poetry.lock pdm.lock'.split(
    ' ',
  )

/** Fails for a text that is not the name of a package, with or without a version. */
export function assertPackages(packages: readonly string[]): void {
  for (const one of packages)
    if (!REQUIREMENT.test(one))
      fail(`'${one}' is not the name of a package. Write it like --with numpy or --with 'numpy>=2'.`)
}

/** Adds the lines whose packages the folder's list does not have in any version. */
export async function addMissing(
  root: string,
  lines: readonly string[],
  say: (sentence: string) => void,
): Promise<void> {
  const names = new Set((await listedIn(root)).map(nameOf))
  names.delete('')
  const missing = lines.filter((line) => !names.has(nameOf(line)))
  return addPackages(root, missing, say)
}

/** Adds lines to the folder's list of packages, which goes along; they replace those of the same packages. */
export async function addPackages(
  root: string,
  lines: readonly string[],
  say: (sentence: string) => void,
): Promise<void> {
  const listed = await listedIn(root)
  const added = lines.filter((line) => !listed.includes(line))
  if (added.length === 0) return
  const replaced = new Set(added.map(nameOf))
  const kept = listed.filter((line) => nameOf(line) === '' || !replaced.has(nameOf(line)))
  await writeFile(join(root, OWN_REQUIREMENTS), `${[...kept, ...added].join('\n')}\n`)
  say(`Added ${added.join(', ')} to ${OWN_REQUIREMENTS}.`)
}

async function listedIn(root: string): Promise<string[]> {
  const text = await readFile(join(root, OWN_REQUIREMENTS), 'utf8').catch(() => '')
  return text.split(/\r?\n/).filter((line) => line !== '')
}

interface Imports {
  target: Target
  /** the program, as a path of this machine */
  file: string
  isAgreed: boolean
  say(sentence: string): void
}

/** Where no file names packages, those that the program imports are listed: a person is asked once. */
export async function addImports({
  target: { root, workingFolder },
  file,
  isAgreed,
  say,
}: Imports): Promise<void> {
  if ((await isThere(join(root, OWN_REQUIREMENTS))) || (await namesPackages(root, workingFolder))) return
  const packages = await importsOf(root, file)
  if (packages.length === 0) return
  const program = relative(root, file)
  if (isAgreed || !process.stdin.isTTY)
    say(`No file names packages, and ${program} imports ${packages.join(', ')}.`)
  else if (!(await agreesToInstall(packages))) {
    await writeFile(
      join(root, OWN_REQUIREMENTS),
      `# ${program} needs no packages. podium run --with NAME adds one.\n`,
    )
    return
  }
  await addPackages(root, packages, say)
}

async function agreesToInstall(packages: readonly string[]): Promise<boolean> {
  const questions = await openQuestions()
  try {
    const answer = await questions.ask(
      `Install ${packages.join(', ')}? [Y/n] `,
      'Nothing was answered: add --yes.',
    )
    return !/^n(o)?$/i.test(answer.trim())
  } finally {
    questions.close()
  }
}

/** True if a file of the project, from the working folder up, names packages. */
export async function namesPackages(root: string, workingFolder: string): Promise<boolean> {
  for (let folder = join(root, workingFolder); ; folder = dirname(folder)) {
    for (const name of PACKAGE_FILES) if (await isThere(join(folder, name))) return true
    if (folder === root) return false
  }
}

export function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** The name of a package as pip compares it. */
function nameOf(requirement: string): string {
  const [name = ''] = /^[A-Za-z0-9][A-Za-z0-9._-]*/.exec(requirement) ?? []
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-')
}
