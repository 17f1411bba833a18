import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type ProgramArgument, typedArguments, variablesOf, wordsOf } from './program.ts'
import { programProblems } from './program-check.ts'

const command = ['python', 'train.py']

/** The words that a run gets whose arguments and values were stored as JSON in between. */
function again(words: readonly string[]): string[] {
  const typed = typedArguments(words)
  const { arguments: form, values } = JSON.parse(JSON.stringify(typed)) as typeof typed
  return wordsOf({ command, arguments: form }, { main: values }).slice(command.length)
}

const changed = (typed: string, values: Record<string, unknown>) => {
  const { arguments: form, values: own } = typedArguments(typed.split(' '))
  return wordsOf({ command: [], arguments: form }, { main: { ...own, ...values } }).join(' ')
}

test.each<[string, Record<string, unknown>]>([
  ['--epochs 30', { epochs: 30 }],
  ['--epochs=30', { epochs: 30 }],
  ['-e 30 -j4 -lr 0.1 -n -1', { e: 30, j: 4, lr: 0.1, n: -1 }],
  ['--no-amp --shuffle', { amp: false, shuffle: true }],
  ['--no-amp data', { amp: false, 'arg 1': 'data' }],
  ['-vx3', { vx3: true }],
  ['model.lr=1e-3 +a=b ++c=true', { 'model.lr': 0.001, a: 'b', c: true }],
  ['db/engine=postgres ~cache', { 'db/engine': 'postgres' }],
  ['train data.csv 3', { 'arg 1': 'train', 'arg 2': 'data.csv', 'arg 3': 3 }],
  ['-a resnet50 data/', { a: 'resnet50', 'arg 1': 'data/' }],
  ['--layers 64 -1 .5', { layers: [64, -1, 0.5] }],
  ['--tag a --tag b', { tag: ['a', 'b'] }],
  ['--tag a --lr 1 --tag b', { tag: 'a', lr: 1, 'tag 2': 'b' }],
  ['-v -v', { v: true, 'v 2': true }],
  ['--amp TRUE', { amp: true }],
  ['-- --epochs 3', { 'arg 1': '--epochs', 'arg 2': 3 }],
  ['1 2 3 4 5 6 7 8 9 --x', { 'arg 1': [1, 2, 3, 4, 5, 6, 7, 8, 9], x: true }],
  ['--label a=b', { label: true, a: 'b' }],
])('reads %s', (typed, values) => {
  expect(typedArguments(typed.split(' ')).values).toEqual(values)
  expect(again(typed.split(' '))).toEqual(typed.split(' '))
})

const hostile: string[][] = [
  [],
  [''],
  ['', ''],
  ['--name', ''],
  ['--name='],
  ['name='],
  ['='],
  ['=3'],
  ['--=3'],
  ['--'],
  ['--', '--'],
  ['a', '--', 'b', '--', 'c'],
  ['-'],
  ['--input', '-'],
  ['-', '-', '-'],
  ['---x', '3'],
  ['--x y', '3'],
  [' ', '\t', '\n'],
  ['--text', 'two words', '--other=two words'],
  ['--quote', `"it's"`, `\\"`],
  ['a="b c"', "d='e'"],
  ['--größe', '3', '--模型', '重'],
  ['--emoji', '😀', '😀'],
  ['--__proto__', '3'],
  ['__proto__=3'],
  ['--constructor', 'x', '--prototype=y'],
  ['--toString', 'x', '--hasOwnProperty=y'],
  ['--n', '007'],
  ['--n', '1_000', '0x10', '1e400', 'NaN', 'Infinity', '-Infinity'],
  ['--n', '9007199254740993', '-9007199254740993'],
  ['--n', '-0', '--m', '0.1234567890123456789', '--k', '1.', '.5', '-.5'],
  ['--n', '1E5', '1e+5', '+5', '3.10'],
  ['--flag', 'true', 'True', 'FALSE', 'tRuE'],
  ['--no-', '--no-no-x', '--no-x=5', '--no-x', '5'],
  ['-3', '-x-3', '-x=3', '-xy3', '-x1e3'],
  ['--x', '1', '--x=1', '-x', '1', '-x1', 'x=1', '--no-x', '--x'],
  ['arg', '1', '--arg=1', 'arg 1'],
  ['~a', '~a=b', '--x', '~a'],
  ['--l', '1', '2', '--l', '3', '4', '--l', '5', '--l', '6'],
  ['x'.repeat(5000), '--long', 'y'.repeat(5000), `--${'z'.repeat(300)}`, '1'],
  ['http://host/?a=b', 's3://bucket/a=1', '/data/x=1', '-@', '--1', '@file'],
  ['hydra.run.dir=.', 'list=[1,2]', 'map={a:1}', '+experiment=x', 'db@backup=mysql', 'a=b=c'],
]
test.each(hostile.map((words) => [words]))('renders %j back to the same words', (words) => {
  expect(again(words)).toEqual(words)
})

test('renders 5,000 words back to the same words', () => {
  const positional = Array.from({ length: 5000 }, (_, index) => `file-${index}.csv`)
  const flags = positional.flatMap((word, index) => [`--f${index}`, word]).slice(0, 5000)
  expect(again(positional)).toEqual(positional)
  expect(again(flags)).toEqual(flags)
  expect(Object.keys(typedArguments(flags).values)).toHaveLength(500)
})

test('renders every command line back to the same words', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('3', '-1', '1e-3', 'true', 'False', '', '-', '--', '007', 'a', 'b c'),
    fc.double().map(String),
    fc.integer().map(String),
  )
  const name = fc.oneof(fc.constantFrom('x', 'lr', 'no-x', 'a.b', '__proto__'), fc.string())
  const word = fc.oneof(
    text,
    name.map((one) => `--${one}`),
    name.map((one) => `-${one}`),
    fc.tuple(name, text).map(([one, value]) => `--${one}=${value}`),
    fc
      .tuple(fc.constantFrom('', '+', '++', '~', '-'), name, text)
      .map(([sign, one, value]) => `${sign}${one}=${value}`),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      expect(again(words)).toEqual(words)
    }),
    { numRuns: 2000 },
  )
})

describe('a changed value of a typed parameter', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['--lr 1e-3', { lr: 0.01 }, '--lr 0.01'],
    ['--lr=1e-3', { lr: 0.01 }, '--lr=0.01'],
    ['-j4', { j: 8 }, '-j8'],
    ['--amp', { amp: false }, ''],
    ['--no-amp', { amp: true }, '--amp'],
    ['--amp True', { amp: false }, '--amp False'],
    ['amp=true', { amp: false }, 'amp=false'],
    ['--tag a --tag b', { tag: ['c', 'd', 'e'] }, '--tag c --tag d --tag e'],
    ['--layers 64 1e2', { layers: [32, 100] }, '--layers 32 1e2'],
    ['--name a', { name: '-b' }, '--name=-b'],
    ['--name a', { name: null }, ''],
    ['version=3.10', { version: '3.10' }, 'version=3.10'],
    ['lr=1', { lr: [1, 2] }, 'lr=[1,2]'],
  ])('%s with %j is %s', (typed, values, words) => {
    expect(changed(typed, values)).toBe(words)
  })
})

describe('the parameters of a pipeline', () => {
  const parameters = {
    load: { rows: 100, 'batch-size': 1e-7, note: '', none: null },
    train: {
      amp: true,
      quiet: false,
      layers: [64, 32],
      name: "it's",
      tag: '3.10',
      path: 'a/b.csv',
      dash: '-x',
    },
  }

  it('are flags', () => {
    expect(wordsOf({ command, arguments: 'flags' }, parameters)).toEqual([
      ...command,
      ...['--rows', '100', '--batch-size', '1e-7', '--amp', '--layers', '64', '32', '--name', "it's"],
      ...['--tag', '3.10', '--path', 'a/b.csv', '--dash=-x'],
    ])
  })

  it('are overrides of Hydra', () => {
    expect(wordsOf({ command, arguments: 'hydra' }, parameters)).toEqual([
      ...command,
      ...['rows=100', 'batch-size=1e-7', 'amp=true', 'quiet=false', 'layers=[64,32]'],
      ...[String.raw`name='it\'s'`, "tag='3.10'", 'path=a/b.csv', "dash='-x'"],
    ])
    const text = (value: string) => wordsOf({ command: [], arguments: 'hydra' }, { s: { value } })[0]
    expect(text(String.raw`C:\new\'s`)).toBe(String.raw`value='C:\new\\\'s'`)
    expect(text('ends\\')).toBe(String.raw`value='ends\\'`)
    expect(text('null')).toBe("value='null'")
    const backslashes = '\\'.repeat(200_000)
    expect(text(`${backslashes}x`)).toBe(`value='${backslashes}x'`)
  })

  it('are variables', () => {
    expect(wordsOf({ command, arguments: 'environment' }, parameters)).toEqual(command)
    expect(variablesOf({ arguments: 'environment' }, parameters)).toMatchObject({
      ...{ rows: '100', batch_size: '1e-7', amp: 'true', quiet: 'false', layers: '[64,32]', tag: '3.10' },
    })
    expect(variablesOf({ arguments: 'flags' }, parameters)).toEqual({})
  })

  it('are only those that a list names, by their names or with their steps', () => {
    const form: ProgramArgument[] = [
      ...['fit', { name: 'rows', flag: '-r' }, { name: 'train.tag' }, { name: 'missing', flag: '--missing' }],
      { name: 'quiet', flag: '--quiet', off: '--no-quiet' },
    ]
    expect(wordsOf({ command, arguments: form }, parameters)).toEqual([
      ...command,
      ...['fit', '-r', '100', '3.10', '--no-quiet'],
    ])
  })
})

test.each<[Record<string, unknown>, string, RegExp]>([
  [{ arguments: 'flag' }, 'p.arguments', /"flags", "hydra", "environment", or a list/],
  [{ arguments: Array.from({ length: 1001 }, () => 'a') }, 'p.arguments', /1000 arguments at most/],
  [{ arguments: ['x'.repeat(200_000)] }, 'p.arguments', /longer than 128 KiB/],
  [{ arguments: [3] }, 'p.arguments[0]', /a text, or an object/],
  [{ arguments: [{ flag: '--a' }] }, 'p.arguments[0]', /Name the parameter/],
  [{ arguments: [{ name: '__proto__' }] }, 'p.arguments[0]', /not allowed/],
  [{ arguments: [{ name: 'a', flags: '--a' }] }, 'p.arguments[0]', /An argument has `name`/],
  [{ arguments: [{ name: 'a', flag: 3 }] }, 'p.arguments[0]', /Give a flag as a text/],
  [{ arguments: [{ name: 'a', each: false }] }, 'p.arguments[0]', /as true/],
  [{ arguments: [{ name: 'a', text: [3] }] }, 'p.arguments[0]', /a list of texts/],
  [{ working_directory: '../up' }, 'p.working_directory', /without `\.\.`/],
  [{ working_directory: '/etc' }, 'p.working_directory', /Name a folder of the source/],
  [{ working_directory: 'a\nb' }, 'p.working_directory', /Name a folder of the source/],
  [{ files_uri: 's3://bucket/' }, 'p.files_uri', /address of a data set/],
  [{ command: [] }, 'p.command', /must be a list of texts/],
])('refuses %j', (program, path, message) => {
  expect(programProblems(program, 'p')).toEqual([{ path, message: expect.stringMatching(message) }])
})

test('refuses parameters that would be the same argument, or a variable of Podium itself', () => {
  const described = (form: string, ...names: string[]) =>
    programProblems(
      {
        arguments: form,
        parameters: {
          user_parameters: names.map((name, index) => ({ step: `s${index}`, args: [{ name }] })),
        },
      },
      'p',
    ).map(({ message }) => message)
  expect(described('flags', 'lr', 'lr')).toEqual([
    expect.stringContaining('s1.lr and s0.lr would be the same'),
  ])
  expect(described('environment', 'a-b', 'a.b')).toEqual([expect.stringContaining('the same argument a_b')])
  expect(described('environment', 'PATH', '1x')).toHaveLength(2)
  expect(described('environment', 'lr', 'epochs')).toEqual([])
})
