import { parseDataSetAddress } from '../rules/data-set-address.ts'
import {
  isForbiddenKey,
  isObject,
  isPresent,
  type MetadataProblem,
  memberPath,
} from '../rules/metadata-json.ts'
import { limits } from '../rules/rules.ts'
import { ARGUMENT_FORMS, variableName } from './program.ts'
import { variableNameProblem } from './variable-names.ts'

/** Words and parameters in the `arguments` of a pipeline or run. */
const MAX_ARGUMENTS = 1000
const MAX_WORD = 200
const MAX_PLACE = 1000
const FORMS = ARGUMENT_FORMS.map((form) => `"${form}"`).join(', ')

/** Returns the problems of `command`, `arguments`, `working_directory` and `files_uri` of a pipeline or of a run. */
export function programProblems(program: Record<string, unknown>, path: string): MetadataProblem[] {
  const at = (key: string) => memberPath(path, key)
  const place = program.working_directory
  const files = program.files_uri
  return [
    ...commandProblems(program.command, at('command')),
    ...argumentProblems(program.arguments, at('arguments')),
    ...nameProblems(program, at('parameters')),
    ...(isPresent(place) && !isPlace(place)
      ? [
          {
            path: at('working_directory'),
            message: 'Name a folder of the source, such as "demo", without `..`.',
          },
        ]
      : []),
    ...(isPresent(files) && !(typeof files === 'string' && parseDataSetAddress(files))
      ? [
          {
            path: at('files_uri'),
            message: 'Give the address of a data set, such as data-set://penguins@v1.',
          },
        ]
      : []),
  ]
}

/** True for a place in the source: no slash at the beginning, no `..`, nothing that a file system refuses. */
function isPlace(place: unknown): boolean {
  return (
    typeof place === 'string' &&
    place.length <= MAX_PLACE &&
    !/^\/|\p{Cc}/u.test(place) &&
    !place.split('/').includes('..')
  )
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function commandProblems(command: unknown, path: string): MetadataProblem[] {
  if (!isPresent(command)) return []
  if (!isTextList(command) || command.length === 0 || command[0] === '')
    return [{ path, message: 'The command must be a list of texts like ["python3", "train.py"].' }]
  const problem = commandLengthProblem(command)
  return problem === null ? [] : [{ path, message: problem }]
}

/** Operating systems start no program with a longer argument; each takes one more byte for its end. */
export function commandLengthProblem(words: readonly string[]): string | null {
  const bytes = words.reduce((sum, word) => sum + new TextEncoder().encode(word).length + 1, 0)
  if (bytes <= limits.command_bytes) return null
  const kib = limits.command_bytes / 1024
  return `The command is longer than ${kib} KiB: move long texts into a file of the source.`
}

function argumentProblems(form: unknown, path: string): MetadataProblem[] {
  if (!isPresent(form) || ARGUMENT_FORMS.some((known) => known === form)) return []
  if (!Array.isArray(form)) return [{ path, message: `Give ${FORMS}, or a list of arguments.` }]
  if (form.length > MAX_ARGUMENTS) return [{ path, message: `Give ${MAX_ARGUMENTS} arguments at most.` }]
  const words = form.filter((argument) => typeof argument === 'string')
  const tooLong = commandLengthProblem(words)
  if (tooLong !== null) return [{ path, message: tooLong }]
  return form.flatMap((argument, index) => {
    const message = typeof argument === 'string' ? null : argumentProblem(argument)
    return message === null ? [] : [{ path: `${path}[${index}]`, message }]
  })
}

function argumentProblem(argument: unknown): string | null {
  if (!isObject(argument))
    return 'An argument is a text, or an object like {"name": "epochs", "flag": "--epochs"}.'
  const { name, flag, off, each, joined, text, ...others } = argument
  const [other] = Object.keys(others)
  if (other !== undefined) return 'An argument has `name`, `flag`, `off`, `each`, `joined` and `text`.'
  if (!isWord(name)) return 'Name the parameter of the argument.'
  if (isForbiddenKey(name)) return `The name "${name}" is not allowed.`
  if ([flag, off].some((word) => word !== undefined && !isWord(word)))
    return `Give a flag as a text of at most ${MAX_WORD} characters, such as "--epochs".`
  if ([each, joined].some((set) => set !== undefined && set !== true))
    return 'Give `each` and `joined` as true.'
  return text === undefined || typeof text === 'string' || isTextList(text)
    ? null
    : 'Give `text` as a text or a list of texts.'
}

function isWord(word: unknown): word is string {
  return typeof word === 'string' && word !== '' && word.length <= MAX_WORD
}

/** All parameters of a form share the names of flags or variables, whatever their steps. */
function nameProblems(program: Record<string, unknown>, path: string): MetadataProblem[] {
  const { arguments: form } = program
  if (!ARGUMENT_FORMS.some((known) => known === form)) return []
  const seen = new Map<string, string>()
  return describedNames(program.parameters).flatMap(({ step, name }) => {
    const word = form === 'environment' ? variableName(name) : name
    const problem = form === 'environment' ? variableNameProblem(word) : null
    const other = seen.get(word)
    seen.set(word, `${step}.${name}`)
    if (problem !== null) return [{ path, message: `${name} cannot be a variable: ${problem}` }]
    if (other === undefined || other === `${step}.${name}`) return []
    return [{ path, message: `${step}.${name} and ${other} would be the same argument ${word}: rename one.` }]
  })
}

function describedNames(parameters: unknown): { step: string; name: string }[] {
  const list = isObject(parameters) ? parameters.user_parameters : null
  if (!Array.isArray(list)) return []
  return list
    .filter(isObject)
    .flatMap(({ step, args }) =>
      (Array.isArray(args) ? args : [])
        .filter(isObject)
        .flatMap(({ name }) =>
          typeof step === 'string' && typeof name === 'string' ? [{ step, name }] : [],
        ),
    )
}
