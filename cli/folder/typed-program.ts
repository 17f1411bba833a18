import { basename } from 'node:path'
import type { ProgramArgument } from '@podium/contract/solution-metadata/program.ts'
import { typedArguments } from '@podium/contract/solution-metadata/program.ts'
import { fail } from '../cli-error.ts'

/** A command line as it was typed, in two parts. */
export interface TypedProgram {
  /** the launcher with its own options, and the program */
  command: string[]
  /** what the program gets */
  words: string[]
  /** the file of the program, as the command names it; null if it is no file or not known */
  file: string | null
  /** what was left out of the words, such as 'uv run' */
  dropped: string | null
}

/** Programs that start a Python program which stands behind them, with options of their own before it. */
const LAUNCHERS = new Set(
  'python bash sh torchrun accelerate deepspeed mpirun mpiexec horovodrun srun colossalai env nohup time nice stdbuf xvfb-run coverage kernprof'.split(
    ' ',
  ),
)
/** Such modules behind `python -m`. */
const LAUNCHER_MODULES = new Set([
  'torch.distributed.run',
  'torch.distributed.launch',
  'accelerate.commands.launch',
  'deepspeed.launcher.runner',
  'coverage',
  'podium.notebook',
])
/** Options of `uv run` and `poetry run` that take a value in the next word. */
const WITH_VALUE = new Set(
  '--with --with-requirements --with-editable --python -p --extra --group --only-group --package --env-file --directory --project -C -P'.split(
    ' ',
  ),
)

/** Splits the words of a command line behind the program: what stands before belongs to the launcher. */
export function splitProgram(typed: readonly string[]): TypedProgram {
  const { words, dropped } = withoutManager(typed)
  const [first] = words
  if (first === undefined)
    return fail('Name the program after --, such as: podium run . -- python train.py --epochs 30')
  const end = endOfProgram(words)
  const file = /\.(py|ipynb|sh)$/.test(words[end - 1] ?? '') ? (words[end - 1] ?? null) : null
  return { command: words.slice(0, end), words: words.slice(end), file, dropped }
}

/** The arguments of the program and the parameters in them. */
export function argumentsOf({ command, words }: Pick<TypedProgram, 'command' | 'words'>): {
  arguments: ProgramArgument[]
  values: Record<string, unknown>
} {
  return isMake(command[0] ?? '') ? argumentsOfMake(words) : typedArguments(words)
}

/** The environment is that of the run already. */
function withoutManager(typed: readonly string[]): { words: readonly string[]; dropped: string | null } {
  const [manager = '', run] = typed
  if (run !== 'run' || !['uv', 'poetry', 'pdm', 'pipenv', 'rye', 'hatch'].includes(manager))
    return { words: typed, dropped: null }
  let at = 2
  while (typed[at]?.startsWith('-') && typed[at] !== '-m') {
    const option = typed[at] ?? ''
    at += 1
    if (option === '--') break
    if (WITH_VALUE.has(option)) at += 1
  }
  const rest = typed.slice(at)
  const isBare = rest[0] === '-m' || /\.py$/.test(rest[0] ?? '')
  return { words: isBare ? ['python', ...rest] : rest, dropped: typed.slice(0, at).join(' ') }
}

/** The index behind the last word of the command: the script, the module, or the program itself. */
function endOfProgram(words: readonly string[]): number {
  const first = basename(words[0] ?? '')
  if (isMake(first)) return 1
  if (!LAUNCHERS.has(first) && !/^python[\d.]*$/.test(first)) return 1
  for (const [at, word] of words.entries()) {
    if (at === 0) continue
    if (word === '-c') return Math.min(at + 2, words.length)
    if (word === '-m' || word === '--module') {
      const module = words[at + 1] ?? ''
      if (!LAUNCHER_MODULES.has(module)) return Math.min(at + 2, words.length)
    } else if (/\.(py|ipynb|sh)$/.test(word)) return at + 1
  }
  return words.length
}

function isMake(program: string): boolean {
  return /^g?make$/.test(basename(program))
}

/** Of the words after `make` only `NAME=value` is a parameter. */
function argumentsOfMake(words: readonly string[]) {
  const parts = words.map((word) =>
    /^[A-Za-z_]\w*=/.test(word) ? typedArguments([word]) : { arguments: [word], values: {} },
  )
  return {
    arguments: parts.flatMap((part): ProgramArgument[] => part.arguments),
    values: Object.assign({}, ...parts.map(({ values }) => values)) as Record<string, unknown>,
  }
}
