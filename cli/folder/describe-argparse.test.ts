// @module-tag python
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { wordsOf } from '@podium/contract/solution-metadata/program.ts'
import { expect, test } from 'vitest'
import { describeProgram } from './describe-program.ts'
import { inFolder, inShort } from './testing/program.ts'

interface Program {
  title: string
  /** what it declares for `parser`, or a whole program if it parses itself */
  source: string
  files?: Record<string, string>
  words?: string[]
  parameters: string[]
  /** values other than the defaults */
  chosen?: Record<string, unknown>
  /** what the program reads with the defaults, and with the chosen values */
  reads: [object, object]
}

const HEAD = 'import argparse, json\nparser = argparse.ArgumentParser()\n'
const TAIL = '\nprint(json.dumps(vars(parser.parse_args())))\n'

const PROGRAMS: Program[] = [
  {
    title: 'numbers, texts and a short flag',
    source: `
parser.add_argument("-e", "--epochs", type=int, default=3, help="How often. (default: %(default)s)")
parser.add_argument("--learning-rate", type=float, default=1e-3)
parser.add_argument("--name", default="base")
parser.add_argument("-n", type=int, default=2)`,
    parameters: ['epochs int = 3', 'learning_rate float = 0.001', 'name string = base', 'n int = 2'],
    chosen: { learning_rate: -0.5, name: '--odd', n: 4 },
    reads: [
      { epochs: 3, learning_rate: 0.001, name: 'base', n: 2 },
      { epochs: 3, learning_rate: -0.5, name: '--odd', n: 4 },
    ],
  },
  {
    title: 'switches of each kind',
    source: `
parser.add_argument("--amp", action="store_true")
parser.add_argument("--no-cache", dest="cache", action="store_false")
parser.add_argument("--on", action="store_true", default=True)`,
    parameters: ['amp bool = false', 'no_cache bool = false'],
    chosen: { amp: true, no_cache: true },
    reads: [
      { amp: false, cache: true, on: true },
      { amp: true, cache: false, on: true },
    ],
  },
  {
    title: 'a switch with its opposite',
    source: `
class BooleanOptionalAction(argparse.Action):
    def __init__(self, option_strings, dest, default=None, **more):
        super().__init__(option_strings + ["--no-" + option_strings[0][2:]], dest, nargs=0, default=default)
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, not option_string.startswith("--no-"))
argparse.BooleanOptionalAction = BooleanOptionalAction
parser.add_argument("--shuffle", action=argparse.BooleanOptionalAction, default=True)
parser.add_argument("--pin", action=argparse.BooleanOptionalAction)`,
    parameters: ['shuffle bool = true', 'pin bool'],
    chosen: { shuffle: false, pin: false },
    reads: [
      { shuffle: true, pin: null },
      { shuffle: false, pin: false },
    ],
  },
  {
    title: 'choices from a list, a range and a table',
    source: `
MODELS = {"cnn": 1, "mlp": 2}
parser.add_argument("--model", choices=MODELS.keys(), default="cnn")
parser.add_argument("--optimizer", choices=["sgd", "adam"], required=True)
parser.add_argument("--depth", type=int, choices=range(1, 4), default=2)`,
    parameters: [
      'model single_selection = cnn of cnn, mlp',
      'optimizer single_selection of sgd, adam',
      'depth single_selection = 2 of 1, 2, 3',
    ],
    chosen: { model: 'mlp', depth: 3 },
    reads: [
      { model: 'cnn', optimizer: 'sgd', depth: 2 },
      { model: 'mlp', optimizer: 'sgd', depth: 3 },
    ],
  },
  {
    title: 'lists',
    source: `
parser.add_argument("--layers", type=int, nargs="+", default=[64, 64])
parser.add_argument("--betas", type=float, nargs=2, default=(0.9, 0.99))
parser.add_argument("--tag", action="append")
parser.add_argument("--seeds", type=int, nargs="*")`,
    parameters: ['layers string = 64 64', 'betas string = 0.9 0.99', 'tag string', 'seeds string'],
    chosen: { layers: ['32'], tag: ['a', 'b'], seeds: ['1', '-2'] },
    reads: [
      { layers: [64, 64], betas: [0.9, 0.99], tag: null, seeds: null },
      { layers: [32], betas: [0.9, 0.99], tag: ['a', 'b'], seeds: [1, -2] },
    ],
  },
  {
    title: 'positional arguments before options',
    source: `
parser.add_argument("--epochs", type=int, default=3)
parser.add_argument("source", help="a file")
parser.add_argument("target", nargs="?", default="out")`,
    parameters: ['source string', 'target string = out', 'epochs int = 3'],
    chosen: { source: 'b.csv', epochs: 5 },
    reads: [
      { epochs: 3, source: 'a.csv', target: 'out' },
      { epochs: 5, source: 'b.csv', target: 'out' },
    ],
  },
  {
    title: 'defaults that are no constants',
    source: `
import os
parser.add_argument("--device", default="cuda" if os.environ.get("GPU") else "cpu")
parser.add_argument("--workers", type=int, default=os.cpu_count())
parser.add_argument("--count", default=3)
parser.add_argument("--rate", type=int, default=abs(-3))
parser.add_argument("--size", type=int, default=2 * 8)
parser.add_argument("--out", default=os.path.join("a", "b"))`,
    parameters: [
      'device string',
      'workers int',
      'count string',
      'rate int',
      'size int = 16',
      'out string = a/b',
    ],
    chosen: { device: 'cuda' },
    reads: [
      { device: 'cpu', count: 3, rate: 3, size: 16, out: 'a/b' },
      { device: 'cuda', size: 16 },
    ],
  },
  {
    title: 'names of one branch only',
    source: `
import sys
if sys.platform == "linux":
    BATCH = 32
else:
    BATCH = 16
RATE = 0.5
parser.add_argument("--batch", type=int, default=BATCH)
parser.add_argument("--rate", type=float, default=RATE)`,
    parameters: ['batch int', 'rate float = 0.5'],
    reads: [{ rate: 0.5 }, { rate: 0.5 }],
  },
  {
    title: 'a bool that is given as a word',
    source: `
def truth(text):
    return text.lower() in ("true", "yes", "1")
parser.add_argument("--augment", type=truth, default=True)
parser.add_argument("--fast", type=lambda text: text == "true", default=False)`,
    parameters: ['augment bool = true', 'fast bool = false'],
    chosen: { augment: false, fast: true },
    reads: [
      { augment: true, fast: false },
      { augment: false, fast: true },
    ],
  },
  {
    title: 'groups, of which one excludes',
    source: `
group = parser.add_argument_group("model")
group.add_argument("--width", type=int, default=8)
one = parser.add_mutually_exclusive_group()
one.add_argument("--steps", type=int, default=10)
one.add_argument("--hours", type=float, default=1.5)`,
    parameters: ['width int = 8', 'steps int', 'hours float'],
    chosen: { hours: 2 },
    reads: [
      { width: 8, steps: 10, hours: 1.5 },
      { width: 8, steps: 10, hours: 2 },
    ],
  },
  {
    title: 'hidden, counted and special options',
    source: `
parser.add_argument("--version", action="version", version="1")
parser.add_argument("-v", "--verbose", action="count", default=0)
parser.add_argument("--secret", help=argparse.SUPPRESS)
parser.add_argument("--absent", default=argparse.SUPPRESS)
parser.set_defaults(epochs=7)
parser.add_argument("--epochs", type=int, default=3)`,
    parameters: ['absent string', 'epochs int = 7'],
    chosen: { absent: 'x' },
    reads: [
      { verbose: 0, secret: null },
      { absent: 'x', epochs: 7 },
    ],
  },
  {
    title: 'helpers that add options, and a parent',
    source: `
import argparse, json
def add_optimizer(target, rate=0.1):
    target.add_argument("--rate", type=float, default=rate)
def base():
    parent = argparse.ArgumentParser(add_help=False)
    parent.add_argument("--seed", type=int, default=1)
    return parent
def read():
    parser = argparse.ArgumentParser(parents=[base()])
    add_optimizer(parser, rate=0.5)
    for name in ("a", "b"):
        parser.add_argument(f"--{name}", type=int, default=0)
    return parser.parse_args()
if __name__ == "__main__":
    print(json.dumps(vars(read())))`,
    parameters: ['seed int = 1', 'rate float = 0.5', 'a int = 0', 'b int = 0'],
    chosen: { b: 4 },
    reads: [
      { seed: 1, rate: 0.5, a: 0, b: 0 },
      { seed: 1, rate: 0.5, a: 0, b: 4 },
    ],
  },
  {
    title: 'options of another module',
    source: `
import json
from options import parser_of
import settings
parser = parser_of("x")
parser.add_argument("--width", type=int, default=settings.WIDTH)
print(json.dumps(vars(parser.parse_args())))`,
    files: {
      'options.py':
        'from argparse import ArgumentParser\ndef parser_of(name):\n    made = ArgumentParser(name)\n    made.add_argument("--epochs", type=int, default=3)\n    return made\n',
      'settings.py': 'WIDTH = 12\n',
    },
    parameters: ['epochs int = 3', 'width int = 12'],
    chosen: { width: 3 },
    reads: [
      { epochs: 3, width: 12 },
      { epochs: 3, width: 3 },
    ],
  },
  {
    title: 'a sub-command that the words choose',
    source: `
parser.add_argument("--seed", type=int, default=1)
below = parser.add_subparsers(dest="command", required=True)
train = below.add_parser("train")
train.add_argument("--epochs", type=int, default=3)
test = below.add_parser("test")
test.add_argument("--model")`,
    words: ['train'],
    parameters: ['seed int = 1', 'epochs int = 3'],
    chosen: { seed: 2, epochs: 9 },
    reads: [
      { seed: 1, command: 'train', epochs: 3 },
      { seed: 2, command: 'train', epochs: 9 },
    ],
  },
  {
    title: 'the options of a class of its own',
    source: `
import argparse, json
class Parser(argparse.ArgumentParser):
    def __init__(self):
        super().__init__()
        self.add_argument("--epochs", type=int, default=3)
class Options:
    def __init__(self):
        self.parser = Parser()
        self.parser.add_argument("--width", type=int, default=4)
    def read(self):
        return self.parser.parse_args()
def main():
    print(json.dumps(vars(Options().read())))
main()`,
    parameters: ['epochs int = 3', 'width int = 4'],
    chosen: { width: 5 },
    reads: [
      { epochs: 3, width: 4 },
      { epochs: 3, width: 5 },
    ],
  },
]

/** Texts and choices that every program here is given where it asks for them. */
const REQUIRED: Record<string, unknown> = { source: 'a.csv', optimizer: 'sgd' }

test.each(PROGRAMS)('describes $title, and the program accepts the words', async (program) => {
  const { source, files = {}, words = [], chosen = {} } = program
  const text =
    source.includes('import argparse') || source.includes('import json') ? source : HEAD + source + TAIL
  await inFolder({ ...files, 'train.py': text }, async (folder) => {
    const described = await describeProgram(join(folder, 'train.py'), { words })
    if (described === null) throw new Error('Nothing is described.')
    expect(described.parameters.map(inShort)).toEqual(program.parameters)
    const isList = (name: string) => program.reads.some((read) => Array.isArray((read as never)[name]))
    const defaults = Object.fromEntries(
      described.parameters.flatMap(({ name, default: value }) =>
        value === undefined ? [] : [[name, isList(name) ? value : value[0]]],
      ),
    )
    const asked = described.parameters.flatMap(({ name }) =>
      name in REQUIRED ? [[name, REQUIRED[name]]] : [],
    )
    const given = { ...Object.fromEntries(asked), ...defaults }
    for (const [index, main] of [given, { ...given, ...chosen }].entries()) {
      const command = ['python3', 'train.py']
      const [name = '', ...args] = wordsOf({ command, arguments: described.arguments }, { main })
      const { stdout } = await promisify(execFile)(name, args, { cwd: folder })
      expect(JSON.parse(stdout)).toMatchObject(program.reads[index] ?? {})
    }
  })
})

test('knows every spelling of an option, and its description without the default', async () => {
  const [program] = PROGRAMS
  await inFolder({ 'a.py': HEAD + program?.source + TAIL }, async (folder) => {
    const described = await describeProgram(join(folder, 'a.py'))
    expect(described?.spellings).toMatchObject({ '-e': 'epochs', '--epochs': 'epochs', '-n': 'n' })
    expect(described?.parameters[0]?.description).toBe('How often.')
  })
})

test('lists the sub-commands when none is chosen', async () => {
  const program = PROGRAMS.find(({ words }) => words)
  await inFolder({ 'a.py': HEAD + program?.source + TAIL }, async (folder) => {
    const described = await describeProgram(join(folder, 'a.py'))
    expect(described?.subcommands).toEqual(['train', 'test'])
  })
})

test.each([
  ['is no Python', 'def broken(:\n'],
  ['declares nothing', 'print(1)\n'],
  ['never ends', 'def a():\n    a()\n    a()\na()\n'],
  ['is nested deeply', `x = ${'('.repeat(150)}1${')'.repeat(150)}\ny = ${'-'.repeat(3000)}1\n`],
  ['is a file of bytes', '\u0000\u0001'],
])('describes nothing of a program that %s', async (_, source) => {
  await inFolder({ 'a.py': source }, async (folder) => {
    expect(await describeProgram(join(folder, 'a.py'))).toBeNull()
  })
})
