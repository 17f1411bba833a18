import type { OutputFile } from '@podium/engines/engine.ts'
import { plainLine } from '@podium/engines/plain-line.ts'
import { groupBy } from '../rows.ts'
import { type Figures, type Hide, LONGEST_NAME } from './figures.ts'
import { flatYaml } from './flat-yaml.ts'
import type { FileSource } from './found-files.ts'
import { createGrowingFile, type GrowingFile, type Open, readSmall } from './growing-file.ts'
import { createNoNumbers, numberIn } from './numbers-in.ts'

/** In the outputs, or in the working folder of a program that chooses the place itself. */
const ROOT = /^(?:work\/)?mlruns(?=\/)/
const LARGEST_WORD = 64 * 1024
const LONGEST_WORD = 500
const MAX_WORDS = 500
/** The last instant that a Date can represent, in milliseconds since 1970. */
const LAST_TIME = 8.64e15

/** MLflow's parameters and tags by name. Names in nested runs are prefixed with the name of their run. */
export interface MlflowWords {
  params: Record<string, string>
  tags: Record<string, string>
}

export interface MlflowStore extends FileSource {
  /** Returns null if there are none. */
  words(): MlflowWords | null
}

/** A run of MLflow, stored in the folder `mlruns/<experiment>/<run>`. */
interface StoredRun {
  folder: string
  id: string
  started: number
  name: string
  parent: string | null
  isDeleted: boolean
  params: Map<string, string>
  tags: Map<string, string>
  /** prefix of the names of its figures, set with its first figure */
  prefix: string | null
}

/**
 * Reads MLflow's file store: `metrics/<key>` has lines of milliseconds, value and step, `params/<key>` and
 * `tags/<key>` one text each, and `meta.yaml` describes the run. The first run's figures keep their own names; names
 * in other and nested runs are prefixed with the name of their run.
 */
export function createMlflowStore(open: Open, figures: Figures, hide: Hide): MlflowStore {
  const runs = new Map<string, StoredRun>()
  const seen = new Map<string, string>()
  const metrics = new Map<string, { file: GrowingFile; mark: string }>()
  const noNumbers = createNoNumbers(
    'MLflow',
    hide,
    (names) => `lines of ${names} could not be read, so they were left out.`,
  )
  let prefixes: ReadonlyMap<StoredRun, string> = new Map()

  async function take(found: readonly OutputFile[], atEnd: boolean): Promise<void> {
    const files = found.filter(({ path }) => ROOT.test(path))
    for (const file of files) await takeAbout(file)
    const inOrder = [...runs.values()].sort((a, b) => a.started - b.started || (a.id < b.id ? -1 : 1))
    prefixes = prefixesOf(inOrder)
    const byRun = groupBy(
      files.filter(({ path }) => partsOf(path)[3] === 'metrics'),
      ({ path }) => partsOf(path).slice(0, 3).join('/'),
    )
    for (const run of inOrder)
      for (const file of byRun.get(run.folder) ?? []) await takeMetric(run, file, atEnd)
  }

  /** Reads the files that describe a run again if they changed. */
  async function takeAbout(file: OutputFile): Promise<void> {
    const [root, experiment, id, folder, ...names] = partsOf(file.path)
    if (experiment === undefined || id === undefined || folder === undefined || experiment === '.trash')
      return
    const isAbout = names.length === 0 ? folder === 'meta.yaml' : folder === 'params' || folder === 'tags'
    const run = runs.get(`${root}/${experiment}/${id}`) ?? newRun(`${root}/${experiment}/${id}`, id)
    if (!isAbout && folder !== 'metrics') return
    runs.set(run.folder, run)
    const mark = markOf(file)
    if (!isAbout || seen.get(file.path) === mark) return
    seen.set(file.path, mark)
    const text = await readSmall(open, file.path, LARGEST_WORD)
    if (text === null || text === 'too large') return
    if (folder === 'meta.yaml') takeMeta(run, text, hide)
    else if (folder === 'params') keepWord(run.params, names.join('/'), text)
    else takeTag(run, names.join('/'), text)
  }

  async function takeMetric(run: StoredRun, file: OutputFile, atEnd: boolean): Promise<void> {
    if (run.isDeleted) return
    run.prefix ??= prefixes.get(run) ?? ''
    const name = run.prefix + file.path.slice(`${run.folder}/metrics/`.length)
    const metric = metrics.get(file.path) ?? { file: metricFile(file.path, name), mark: '' }
    metrics.set(file.path, metric)
    const mark = markOf(file)
    if (metric.mark === mark && !atEnd) return
    metric.mark = mark
    await metric.file.read(atEnd)
  }

  function metricFile(path: string, name: string): GrowingFile {
    return createGrowingFile({
      open,
      path,
      onLine(line) {
        const [time = '', value = '', step] = (line ?? '').trim().split(/\s+/, 3)
        const point = {
          time: Number(time),
          value: numberIn(value) ?? Number(value),
          step: step === undefined ? null : Number(step),
        }
        const isWhole = time !== '' && value !== '' && Math.abs(point.time) <= LAST_TIME
        const hasPlace = isWhole && (point.step === null || Number.isFinite(point.step))
        const isNumber = Number.isFinite(point.value)
        if (!hasPlace || !isNumber) noNumbers.note(name, value, point.step)
        if (hasPlace && (isNumber || numberIn(value) !== null))
          figures.add({ source: 'mlflow', name, ...point })
      },
      onRestart() {
        noNumbers.forget(name)
        figures.restart('mlflow', name)
      },
    })
  }

  function wordsOf(of: 'params' | 'tags'): Record<string, string> {
    const words: [string, string][] = []
    for (const run of runs.values()) {
      const room = MAX_WORDS - words.length
      if (room === 0) break
      const prefix = prefixes.get(run) ?? ''
      for (const [name, text] of [...run[of]].slice(0, room)) words.push([prefix + name, text])
    }
    return Object.fromEntries(words)
  }

  return {
    take,
    words() {
      const words = { params: wordsOf('params'), tags: wordsOf('tags') }
      return Object.keys(words.params).length + Object.keys(words.tags).length === 0 ? null : words
    },
    sentences: noNumbers.sentences,
  }
}

/** Returns the root, the names of the experiment and the run, and what follows. */
function partsOf(path: string): [root: string, ...names: string[]] {
  const root = ROOT.exec(path)?.[0] ?? ''
  return [root, ...path.slice(root.length + 1).split('/')]
}

function markOf({ size, modified_at }: OutputFile): string {
  return `${size} ${modified_at}`
}

/**
 * Returns the prefix of each run: empty for the first run that is not nested, otherwise its name after the prefix of
 * the run that it is nested in. A prefix that figures already have stays.
 */
function prefixesOf(inOrder: readonly StoredRun[]): Map<StoredRun, string> {
  const byId = new Map(inOrder.map((run) => [run.id, run]))
  const parentOf = (run: StoredRun) => (run.parent === run.id ? undefined : byId.get(run.parent ?? ''))
  const first =
    inOrder.find(({ prefix }) => prefix === '') ?? inOrder.find((run) => !parentOf(run) && !run.isDeleted)
  const prefixes = new Map<StoredRun, string>()
  const taken = new Set(inOrder.map(({ prefix }) => prefix))
  const numbers = new Map<string, number>()

  function freePrefix(folder: string): string {
    for (let number = numbers.get(folder) ?? 1; ; number += 1) {
      const prefix = number === 1 ? `${folder}/` : `${folder} ${number}/`
      if (taken.has(prefix)) continue
      taken.add(prefix)
      numbers.set(folder, number + 1)
      return prefix
    }
  }

  for (const run of inOrder) {
    const chain = new Set<StoredRun>()
    let unnamed: StoredRun | undefined = run
    while (unnamed && !prefixes.has(unnamed) && !chain.has(unnamed)) {
      chain.add(unnamed)
      unnamed = parentOf(unnamed)
    }
    for (const one of [...chain].reverse()) {
      const parent = parentOf(one)
      const before = (parent && prefixes.get(parent)) ?? ''
      // Names grow with each level, so a prefix that is too long is dropped.
      const folder = (before.length > LONGEST_NAME ? '' : before) + nameOf(one)
      prefixes.set(one, one.prefix ?? (one === first ? '' : freePrefix(folder)))
    }
  }
  return prefixes
}

function newRun(folder: string, id: string): StoredRun {
  return {
    folder,
    id,
    started: Number.MAX_SAFE_INTEGER,
    name: '',
    parent: null,
    isDeleted: false,
    params: new Map(),
    tags: new Map(),
    prefix: null,
  }
}

function takeMeta(run: StoredRun, text: string, hide: Hide): void {
  const meta = flatYaml(text)
  if (meta === null) return
  if (typeof meta.start_time === 'number') run.started = meta.start_time
  if (typeof meta.run_name === 'string' && run.name === '')
    run.name = plainLine(hide(meta.run_name), LONGEST_NAME)
  run.isDeleted = meta.lifecycle_stage === 'deleted'
}

function takeTag(run: StoredRun, name: string, text: string): void {
  if (name === 'mlflow.parentRunId') run.parent = plainLine(text, LONGEST_NAME)
  else if (name === 'mlflow.runName') run.name = plainLine(text, LONGEST_NAME)
  // MLflow's own tags describe the machine and the person that ran it.
  else if (!name.startsWith('mlflow.')) keepWord(run.tags, name, text)
}

function keepWord(words: Map<string, string>, name: string, text: string): void {
  if (words.size < MAX_WORDS) words.set(plainLine(name, LONGEST_WORD), plainLine(text, LONGEST_WORD))
}

function nameOf({ name, id }: StoredRun): string {
  return name === '' ? id : name.replaceAll('/', '-')
}
