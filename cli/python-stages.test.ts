// @module-tag python
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inFolder } from './folder/testing/program.ts'

const MODULES = new URL('../python', import.meta.url).pathname

/** JSON is YAML as well, so that the test needs no PyYAML. */
const YAML = `import json
class YAMLError(Exception): pass
def safe_load(source): return json.loads(source if isinstance(source, str) else source.read())
def safe_dump(value, file, **options): json.dump(value, file)
`

interface Run {
  stages: object
  params?: object
  files?: Record<string, string>
  /** parameters of the run */
  chosen?: object
  vars?: object[]
  /** figures of all stages */
  metrics?: string[]
}

/** Runs the stages; returns what they printed, the params.yaml after them, and what was reported. */
function runStages({ stages, params, files = {}, chosen = {}, vars = [], metrics = [] }: Run) {
  const all = {
    'dvc.yaml': JSON.stringify({ vars, stages, metrics }),
    'modules/yaml.py': YAML,
    'parameters.json': JSON.stringify({ main: chosen }),
    ...(params && { 'params.yaml': JSON.stringify(params) }),
    ...files,
  }
  return inFolder(all, async (folder) => {
    const ended = await start(folder, join(folder, 'modules'))
    const linesOf = (name: string) => readFile(join(folder, name), 'utf8').catch(() => '')
    return {
      ...ended,
      params: JSON.parse((await linesOf('params.yaml')) || 'null'),
      progress: parsed(await linesOf('progress')),
      figures: parsed(await linesOf('figures')).map(({ time: _, ...figures }) => figures),
    }
  })
}

const parsed = (text: string): Record<string, unknown>[] =>
  text.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))

function start(folder: string, ...modules: string[]) {
  const env = {
    PATH: process.env.PATH,
    PYTHONPATH: [MODULES, ...modules].join(':'),
    PODIUM_PARAMETERS_FILE: join(folder, 'parameters.json'),
    PODIUM_PROGRESS_FILE: join(folder, 'progress'),
    PODIUM_METRICS_FILE: join(folder, 'figures'),
  }
  return new Promise<{ status: unknown; printed: string; errors: string }>((resolve) => {
    execFile('python3', ['-BS', '-m', 'podium.stages'], { cwd: folder, env }, (error, printed, errors) =>
      resolve({ status: error?.code ?? 0, printed, errors }),
    )
  })
}

test('runs the stages in the order of what they read and write, with the parameters of the run', async () => {
  const { status, printed, params, progress, figures } = await runStages({
    stages: {
      train: {
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the expression is that of dvc.yaml
        cmd: 'cat rows; echo rate ${train.lr} ${deep}',
        deps: ['data/rows'],
        wdir: 'data',
        metrics: [],
      },
      evaluate: {
        cmd: [`echo '{"auc": 0.9, "by": {"class": {"a": 1}, "text": "x"}}' > eval/metrics.json`, 'echo done'],
        deps: ['eval'],
        metrics: [{ 'eval/metrics.json': { cache: false } }],
      },
      prepare: { cmd: 'echo 1 > data/rows && cp data/rows data/data_rows', outs: ['data'] },
    },
    params: { train: { lr: 0.1, steps: 5 }, deep: false },
    files: { 'data/data/rows': '', 'eval/keep': '' },
    chosen: { 'train.lr': 0.5, 'new.value': 'x', deep: true },
  })
  expect([status, printed.split('\n').filter((line) => !line.startsWith('Stage'))]).toEqual([
    0,
    ['1', 'rate 0.5 true', 'done', ''],
  ])
  expect(printed).toMatch(/^Stage prepare: echo 1.*\nStage train: cat/)
  expect(params).toEqual({ train: { lr: 0.5, steps: 5 }, deep: true, new: { value: 'x' } })
  expect(progress.map(({ step, fraction }) => [step, fraction])).toEqual([
    ['prepare', 0],
    ['train', 1 / 3],
    ['evaluate', 2 / 3],
    [undefined, 1],
  ])
  expect(figures).toEqual([{ step: 3, auc: 0.9, 'by/class/a': 1 }])
})

test('logs the figures that the file names for all stages when the stage that writes them ends', async () => {
  const { figures } = await runStages({
    stages: {
      evaluate: { cmd: `mkdir eval && echo '{"auc": 0.9}' > eval/metrics.json`, outs: ['eval'] },
      report: { cmd: 'echo done', deps: ['eval'] },
    },
    metrics: ['eval/metrics.json', 'nobody.json'],
  })
  expect(figures).toEqual([{ step: 1, auc: 0.9 }])
})

test('makes stages of lists, tables and a matrix', async () => {
  const { printed } = await runStages({
    vars: [{ models: { cnn: { width: 3 } } }],
    stages: {
      // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the expressions are those of dvc.yaml
      list: { foreach: ['a', 'b'], do: { cmd: 'echo ${item}' } },
      table: { foreach: '${models}', do: { cmd: 'echo ${key} ${item.width}' } },
      matrix: { matrix: { model: ['x', 'y'], seed: [1] }, cmd: 'echo ${item.model}${item.seed}' },
      // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the expressions are those of dvc.yaml
    },
  })
  expect(printed.split('\n').filter((line) => line.startsWith('Stage'))).toEqual([
    'Stage list@a: echo a',
    'Stage list@b: echo b',
    'Stage table@cnn: echo cnn 3',
    'Stage matrix@x-1: echo x1',
    'Stage matrix@y-1: echo y1',
  ])
})

test('ends at the first stage that fails, and names it', async () => {
  const { status, printed, errors, figures } = await runStages({
    stages: {
      first: { cmd: ['echo 1', 'exit 3', 'echo never'], metrics: ['m.json'] },
      second: { cmd: 'echo never' },
    },
  })
  expect([status, errors, figures]).toEqual([1, 'The stage first failed with exit code 3.\n', []])
  expect(printed).not.toMatch(/^never/m)
})

test('keeps params.yaml byte for byte when the run changes nothing', async () => {
  const text = '{"lr":   0.10, "fast": true}'
  const { errors } = await inFolder(
    {
      'dvc.yaml': '{"stages": {"a": {"cmd": "cp params.yaml kept"}}}',
      'params.yaml': text,
      'parameters.json': '{"main": {"lr": 0.1, "fast": true}}',
      'modules/yaml.py': YAML,
    },
    async (folder) => {
      const ended = await start(folder, join(folder, 'modules'))
      expect(await readFile(join(folder, 'kept'), 'utf8')).toBe(text)
      return ended
    },
  )
  expect(errors).toBe('')
})

test.each([
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the expression is that of dvc.yaml
  ['a name that no file has', { a: { cmd: 'echo ${no.such}' } }, 'dvc.yaml names ${no.such}, which neither'],
  [
    'stages that need each other',
    { a: { cmd: 'x', deps: ['b'], outs: ['a'] }, b: { cmd: 'x', deps: ['a'], outs: ['b'] } },
    'The stages a, b need each other.',
  ],
  ['a stage without a command', { a: { deps: [] } }, 'The stage a has no cmd.'],
  [
    'a folder that is missing',
    { a: { cmd: 'ls', wdir: 'no' } },
    'The stage a cannot be run in no: No such file',
  ],
])('says what is wrong with %s', async (_, stages, sentence) => {
  const { status, errors } = await runStages({ stages })
  expect([status, errors]).toEqual([1, expect.stringContaining(sentence)])
  expect(errors).not.toContain('Traceback')
})

test('asks for PyYAML where it is not installed', async () => {
  await inFolder({ 'dvc.yaml': '' }, async (folder) => {
    const { status, errors } = await start(folder)
    expect([status, errors]).toEqual([1, 'Stages of dvc.yaml need PyYAML: podium run --with pyyaml .\n'])
  })
})
