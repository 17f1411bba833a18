import { isObject, type MetadataProblem } from '../rules/metadata-json.ts'

/** The entry `python` of metadata.json about a version's packages. Omitted fields are derived from the files. */
export interface PackageChoice {
  /** requirements files, by their paths in the source */
  requirements?: string[]
  /** the folder of the project, '.' for the source itself */
  project?: string
  /** optional dependencies of the project */
  extras?: string[]
  /** dependency groups of the project */
  groups?: string[]
  /** such as '>=3.11' */
  version?: string
  /** folders of the source from which the program imports, '.' for the source itself */
  path?: string[]
}

const MOST = 50
const LIST = `Give a list of at most ${MOST} texts, such as ["train"].`
const MAX_PATHS = 10
const PLACE = 'Name a place in the source, without a slash at the beginning and without `..`.'

/** For each field of `python`, returns the problem with its value, or null. */
const CHECKS: Record<keyof PackageChoice, (value: unknown) => string | null> = {
  requirements: (value) => (isListOfTexts(value) ? placesProblem(value) : LIST),
  project: (value) =>
    typeof value === 'string' ? placesProblem([value]) : 'Give the path of a folder, such as ".".',
  extras: (value) => (isListOfTexts(value) ? null : LIST),
  groups: (value) => (isListOfTexts(value) ? null : LIST),
  version: (value) => (typeof value === 'string' ? null : 'Give a text, such as ">=3.11".'),
  path: (value) =>
    isListOfTexts(value) && value.length <= MAX_PATHS
      ? placesProblem(value)
      : `Give a list of at most ${MAX_PATHS} folders, such as ["src"].`,
}

/** Returns the problems of `python` in metadata. A text or number belongs to another tool and is accepted. */
export function packageChoiceProblems(python: unknown): MetadataProblem[] {
  return entriesOf(python).flatMap(([key, value]) => {
    const message = isEntry(key) ? CHECKS[key](value) : `\`python\` has ${Object.keys(CHECKS).join(', ')}.`
    return message === null ? [] : [{ path: `python.${key}`, message }]
  })
}

/** Returns `python` of checked metadata; {} if it has none. */
export function packageChoiceOf(metadata: Record<string, unknown>): PackageChoice {
  return Object.fromEntries(entriesOf(metadata.python))
}

function entriesOf(python: unknown): [string, unknown][] {
  if (!isObject(python)) return []
  return Object.entries(python).filter(([, value]) => value !== undefined && value !== null && value !== '')
}

function isEntry(key: string): key is keyof PackageChoice {
  return Object.hasOwn(CHECKS, key)
}

function isListOfTexts(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length <= MOST &&
    value.every((one) => typeof one === 'string' && one !== '')
  )
}

function placesProblem(paths: string[]): string | null {
  return paths.some((path) => path.startsWith('/') || path.split('/').includes('..')) ? PLACE : null
}
