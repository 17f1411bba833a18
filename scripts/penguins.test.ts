import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkMetadata, type Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { commandOf, pipelineOf } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import { metadataWarnings } from '@podium/contract/solution-metadata/metadata-warnings.ts'
import { defaultParameters, parameterFields } from '@podium/contract/solution-metadata/parameters.ts'
import { checkParameters } from '@podium/contract/solution-metadata/parameters-check.ts'
import { beforeAll, describe, expect, it } from 'vitest'

const example = fileURLToPath(new URL('../examples/penguins', import.meta.url))
const DEADLINE_MS = 300_000

let home: string
let metadata: Metadata

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'podium-penguins-'))
  const checked = checkMetadata(JSON.parse(await readFile(join(example, 'metadata.json'), 'utf8')))
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  metadata = checked.metadata
  return () => rm(home, { recursive: true, force: true })
})

interface ReportLine {
  fraction: number
  step: string
  message: string
}

interface Ended {
  code: number
  stdout: string
  stderr: string
}

function python(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const options = {
    cwd: example,
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LANG: 'C.UTF-8', PYTHONDONTWRITEBYTECODE: '1', ...env },
    timeout: DEADLINE_MS,
  }
  return new Promise((resolve) => {
    execFile('python3', args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      resolve({ code, stdout, stderr })
    })
  })
}

/** Runs a pipeline's own command as an engine would, in a new folder. */
async function runPipeline(
  name: string,
  mode: 'train' | 'inference',
  options: { data?: string; model?: string; parameters?: Record<string, unknown> } = {},
) {
  const folder = join(home, name)
  const out = join(folder, 'out')
  await mkdir(out, { recursive: true })
  await writeFile(join(folder, 'parameters.json'), JSON.stringify(options.parameters ?? {}))
  const pipeline = pipelineOf(metadata, mode)
  const [, ...args] = (pipeline && commandOf(pipeline)) ?? []
  const ended = await python(args, {
    PODIUM_DATA_DIR: options.data ?? join(example, 'data', mode),
    PODIUM_MODEL_DIR: options.model ?? join(folder, 'no-model'),
    PODIUM_OUTPUT_DIR: out,
    PODIUM_LOG_DIR: folder,
    PODIUM_METRICS_FILE: join(out, 'metrics.jsonl'),
    PODIUM_PROGRESS_FILE: join(folder, 'progress'),
    PODIUM_PARAMETERS_FILE: join(folder, 'parameters.json'),
  })
  const read = (file: string) => readFile(join(folder, file), 'utf8')
  const metrics = async () => JSON.parse(await read('out/metrics.json')) as Record<string, number>
  return { ...ended, out, read, metrics }
}

async function dataSet(name: string, files: Record<string, string>): Promise<string> {
  const folder = join(home, `data-${name}`)
  await mkdir(folder, { recursive: true })
  for (const [file, content] of Object.entries(files)) await writeFile(join(folder, file), content)
  return folder
}

describe('the metadata of the sample solution', () => {
  it('is sound and runs without containers', () => {
    expect(metadataWarnings(metadata, { containers: false, largest: { gpu: 0 } })).toEqual([])
  })

  it('asks for every type of parameter', () => {
    const types = metadata.pipeline.flatMap(parameterFields).map((field) => field.type)
    expect([...new Set(types)].sort()).toEqual([
      'float',
      'int',
      'multi_selection',
      'single_selection',
      'string',
    ])
  })

  it.each(['train', 'inference'] as const)(
    'has the defaults of the %s program itself',
    { tags: 'python' },
    async (mode) => {
      const pipeline = pipelineOf(metadata, mode)
      const own = await python(['-c', `import json, ${mode}; print(json.dumps(${mode}.DEFAULTS))`])
      const defaults = pipeline && defaultParameters(pipeline)
      expect(defaults).toEqual(JSON.parse(own.stdout))
      expect(pipeline && checkParameters(pipeline, defaults)).toEqual({ values: defaults })
    },
  )
})

describe.concurrent('the sample solution', { tags: 'python' }, () => {
  it('trains, and its model scores new penguins', { tags: ['long'], timeout: DEADLINE_MS }, async () => {
    const trained = await runPipeline('whole', 'train', {
      parameters: { train: { epochs: 60 }, output: { report_title: 'Sixty epochs' } },
    })
    expect(trained).toMatchObject({ code: 0, stderr: '' })
    expect(trained.stdout).toContain('344 penguins: 258 to learn from, 86 held out.')
    const metrics = await trained.metrics()
    expect(metrics).toMatchObject({ rows: 344, train_rows: 258, held_out_rows: 86, epochs: 60 })
    expect(metrics.accuracy).toBeGreaterThan(0.9)
    expect(await trained.read('out/report/report.md')).toContain('# Sixty epochs')
    expect((await trained.read('out/report/confusion_matrix.csv')).split('\n')[0]).toBe(
      'species,Adelie,Chinstrap,Gentoo',
    )
    const logged = (await trained.read('pipeline.log')).trimEnd().split('\n')
    for (const line of logged)
      expect(line).toMatch(/^\[\d{4}-\d\d-\d\d [\d:,]+\|ALO\|INFO\|\w+\.py\(\d+\)\|\w+\(\)\] .+$/)
    const told = (await trained.read('progress'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ReportLine)
    const fractions = told.map((line) => line.fraction)
    expect(fractions).toEqual(fractions.toSorted((left, right) => left - right))
    expect(told.at(-1)).toMatchObject({ fraction: 1, step: 'output' })
    expect(told.find((line) => line.step === 'train')?.message).toMatch(/^epoch 1\/60, loss \d/)

    const points = (await trained.read('out/metrics.jsonl'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, number>)
    expect(points.map(({ step }) => step)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
    expect(points.at(-1)).toMatchObject({ loss: metrics.loss, accuracy: metrics.accuracy })

    const scored = await runPipeline('scored', 'inference', { model: join(trained.out, 'model') })
    expect(scored).toMatchObject({ code: 0, stderr: '' })
    expect((await scored.metrics()).rows).toBe(16)
    const [header, first] = (await scored.read('out/predictions.csv')).split('\n')
    expect(header).toContain('predicted_species,confidence,unsure,probability_Adelie')
    expect(first).toMatch(/^34\.1,18\.1,193,3475,Torgersen,,Adelie,(0\.\d{4}|1\.0000),/)
  })

  it('recognises fewer penguins by fewer columns', { tags: ['long'], timeout: DEADLINE_MS }, async () => {
    const parameters = { input: { columns: ['body_mass_g', 'sex'] }, train: { epochs: 30 } }
    const trained = await runPipeline('fewer', 'train', { parameters })
    expect(trained.code).toBe(0)
    expect((await trained.metrics()).accuracy).toBeLessThan(0.9)
  })

  it('gives the same model for the same seed', { tags: ['long'], timeout: DEADLINE_MS }, async () => {
    const parameters = { train: { epochs: 3, optimiser: 'sgd', shuffle: false }, input: { scaler: 'minmax' } }
    const runs = [
      await runPipeline('one', 'train', { parameters }),
      await runPipeline('two', 'train', { parameters }),
    ]
    const [one, two] = await Promise.all(runs.map((run) => run.read('out/model/model.json')))
    expect(one).toBe(two)
  })

  const header = 'species,bill_length_mm,bill_depth_mm,flipper_length_mm,body_mass_g\n'

  it.each<[string, Record<string, string>, string]>([
    ['no-csv', { 'notes.txt': 'x' }, 'The data set holds no CSV file.'],
    ['no-rows', { 'a.csv': header }, 'a.csv has a header but no rows.'],
    [
      'empty',
      { 'a.csv': '' },
      'a.csv lacks the columns bill_length_mm, bill_depth_mm, flipper_length_mm, body_mass_g, species; the columns found are: none.',
    ],
    [
      'missing-column',
      { 'a.csv': 'species,bill_length_mm,bill_depth_mm,flipper_length_mm,mass\nAdelie,1,2,3,4\n' },
      'a.csv lacks the column body_mass_g; the columns found are: species, bill_length_mm, bill_depth_mm, flipper_length_mm, mass.',
    ],
    [
      'no-number',
      { 'a.csv': `${header}Adelie,1,2,3,heavy\n` },
      'a.csv, line 2: "heavy" in the column body_mass_g is not a number.',
    ],
    [
      'infinite',
      { 'a.csv': `${header}Adelie,1,inf,3,4\n` },
      'a.csv, line 2: "inf" in the column bill_depth_mm is not a number.',
    ],
    ['ragged', { 'a.csv': `${header}Adelie,1,2\n` }, 'a.csv, line 2: 3 cells where the header has 5.'],
    [
      'one-species',
      { 'a.csv': `${header}Adelie,1,2,3,4\n` },
      'At least two species are needed to tell apart; the data set has 1.',
    ],
    [
      'one-row-each',
      { 'a.csv': `${header}Adelie,1,2,3,4\n`, 'b.csv': `${header}Gentoo,1,2,3,4\n` },
      'There is only one row of the species Adelie; at least two are needed.',
    ],
  ])('refuses a data set with %s in one sentence', { tags: ['long'] }, async (name, files, sentence) => {
    const ended = await runPipeline(name, 'train', { data: await dataSet(name, files) })
    expect(ended).toMatchObject({ code: 2, stderr: `${sentence}\n` })
    expect(await ended.read('pipeline.log')).toContain(`|ERROR|run.py`)
    expect(await readdir(ended.out)).toEqual([])
  })

  it('refuses to score without a model', async () => {
    const ended = await runPipeline('no-model', 'inference')
    expect(ended).toMatchObject({
      code: 2,
      stderr: 'The model holds no model.json: run the training first.\n',
    })
  })
})
