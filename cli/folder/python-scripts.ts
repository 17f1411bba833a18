/// <reference types="vite/types/importMeta.d.ts" />
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

const PYTHONS = ['python3', 'python']
const LONGEST_MS = 20_000

/** Each script may import those before it. The last one that is named runs. */
const MODULES = [
  'program_values',
  'program_evaluator',
  'program_line',
  'program_signatures',
  'program_argparse',
  'program_click',
  'program_configurator',
]

export type Script = 'describe_program' | 'imports_of'

/**
 * Runs a script of ours with the machine's Python and parses what it prints as JSON. Returns null without a Python of
 * 3.8 or newer, if the script fails, and after 20 seconds. `-I` keeps modules of the current folder from being imported.
 */
export async function runScript(script: Script, args: string[]): Promise<unknown> {
  const modules = script === 'describe_program' ? MODULES : []
  const program = [
    'import sys, types',
    'if sys.version_info < (3, 8): sys.exit(3)',
    ...modules.map(
      (name) => `${name} = sys.modules[${quoted(name)}] = types.ModuleType(${quoted(name)})
exec(compile(${quoted(sourceOf(name))}, ${quoted(`${name}.py`)}, "exec"), ${name}.__dict__)`,
    ),
    `exec(compile(${quoted(sourceOf(script))}, ${quoted(`${script}.py`)}, "exec"), {"__name__": "__main__"})`,
  ].join('\n')
  for (const python of PYTHONS) {
    const printed = await run(python, program, args)
    if (printed !== null) return parsed(printed)
  }
  return null
}

/** Python prints numbers that JSON does not know. */
function parsed(printed: string): unknown {
  try {
    return JSON.parse(printed)
  } catch {
    return null
  }
}

/** The build embeds the scripts, so that the command is one file on any machine. */
function sourceOf(name: string): string {
  const texts = import.meta.glob<string>('./python/*.py', {
    query: '?raw',
    import: 'default',
    eager: true,
    exhaustive: true,
  })
  return texts[`./python/${name}.py`] ?? ''
}

/** JSON's texts are Python's as well, if they hold ASCII only. */
function quoted(source: string): string {
  return JSON.stringify(source).replaceAll(
    /[^ -~]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Returns what the program prints, or null if it cannot be started, fails, or takes too long. */
async function run(python: string, program: string, args: string[]): Promise<string | null> {
  const child = spawn(python, ['-I', '-', ...args], {
    // A version manager that reads a file of the folder could name a Python that is not installed.
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null))
    child.on('close', resolve)
  })
  child.stdin.on('error', () => {})
  child.stdin.end(program)
  const [code, printed] = await Promise.all([ended, text(child.stdout).catch(() => '')])
  return code === 0 ? printed : null
}
