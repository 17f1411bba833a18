import type { Engine, RunKey } from '@podium/engines/engine.ts'
import { plainLine } from '@podium/engines/plain-line.ts'
import { groupBy } from '../../rows.ts'
import { type Figures, note, shortList } from './figures.ts'
import { flatYaml } from './flat-yaml.ts'
import { createGrowingFile, type GrowingFile, type Open, readSmall } from './growing-file.ts'
import { type FigureSource, LAST_TIME } from './metric-lines.ts'

const ROOT = 'mlruns'
const LARGEST_WORD = 64 * 1024
const LONGEST_WORD = 500
const MOST_WORDS = 500

/** What MLflow calls parameters and tags, by name; those of nested runs with the name of their run before them. */
export interface MlflowWords {
  params: Record<string, string>
  tags: Record<string, string>
}

export interface MlflowStore extends FigureSource {
  /** null where there are none */
  words(): MlflowWords | null
}

/** A run of MLflow, in the folder `mlruns/<experiment>/<run>`. */
interface StoredRun {
  folder: string
  id: string
  started: number
  name: string
  parent: string | null
  isDeleted: boolean
  params: Map<string, string>
  tags: Map<string, string>
  /** what stands before its names, once that was needed */
  prefix: string | null
}

interface StoredFile {
  path: string
  size: number
  modified_at: string
}

/**
 * MLflow's file store: `metrics/<key>` holds lines of milliseconds, value and step, `params/<key>` and `tags/<key>` a text
 * each, and `meta.yaml` tells of the run. The first run's figures have its own names, those of other and nested runs the
 * name of their run before them.
 */
export function createMlflowStore(engine: Engine, key: RunKey, figures: Figures): MlflowStore {
  const open: Open = (path, from) => engine.openOutput(key, path, from)
  const runs = new Map<string, StoredRun>()
  const seen = new Map<string, string>()
  const metrics = new Map<string, { file: GrowingFile; size: number; name: string }>()
  const bad = new Set<string>()
  let nextLook = 0

  async function look(atEnd: boolean): Promise<void> {
    const began = performance.now()
    const { files } = await engine.outputs(key, ROOT)
    for (const file of files) await takeAbout(file)
    const inOrder = [...runs.values()].sort((a, b) => a.started - b.started || (a.id < b.id ? -1 : 1))
    const byRun = groupBy(
      files.filter(({ path }) => path.split('/')[3] === 'metrics'),
      ({ path }) => path.split('/').slice(0, 3).join('/'),
    )
    for (const run of inOrder)
      for (const file of byRun.get(run.folder) ?? []) await takeMetric(run, file, atEnd)
    // A store of many files takes time to look through: it gets a sixth of the time at most.
    nextLook = performance.now() + 5 * (performance.now() - began)
  }

  /** What tells of the run: read again where it changed. */
  async function takeAbout(file: StoredFile): Promise<void> {
    const [, experiment, id, folder, ...names] = file.path.split('/')
    if (experiment === undefined || id === undefined || folder === undefined || experiment === '.trash')
      return
    const isAbout = names.length === 0 ? folder === 'meta.yaml' : folder === 'params' || folder === 'tags'
    const run = runs.get(`${ROOT}/${experiment}/${id}`) ?? newRun(`${ROOT}/${experiment}/${id}`, id)
    if (!isAbout && folder !== 'metrics') return
    runs.set(run.folder, run)
    const mark = `${file.size} ${file.modified_at}`
    if (!isAbout || seen.get(file.path) === mark) return
    seen.set(file.path, mark)
    const text = await readSmall(open, file.path, LARGEST_WORD)
    if (text === null || text === 'too large') return
    if (folder === 'meta.yaml') takeMeta(run, text)
    else if (folder === 'params') keepWord(run.params, names.join('/'), text)
    else takeTag(run, names.join('/'), text)
  }

  async function takeMetric(run: StoredRun, file: StoredFile, atEnd: boolean): Promise<void> {
    if (run.isDeleted) return
    run.prefix ??= prefixOf(run)
    const name = run.prefix + file.path.slice(`${run.folder}/metrics/`.length)
    const metric = metrics.get(file.path) ?? { file: metricFile(file.path, name), size: -1, name }
    metrics.set(file.path, metric)
    if (metric.size === file.size && !atEnd) return
    metric.size = file.size
    await metric.file.read(atEnd)
  }

  function metricFile(path: string, name: string): GrowingFile {
    return createGrowingFile({
      open,
      path,
      onLine(line) {
        const [time = '', value = '', step] = (line ?? '').trim().split(/\s+/)
        const point = {
          time: Number(time),
          value: Number(value),
          step: step === undefined ? null : Number(step),
        }
        const isWhole = time !== '' && value !== '' && Math.abs(point.time) <= LAST_TIME
        if (isWhole && Number.isFinite(point.value) && (point.step === null || Number.isFinite(point.step)))
          figures.add({ way: 'mlflow', name, ...point })
        else note(bad, name)
      },
      onRestart: () => figures.restart('mlflow', name),
    })
  }

  /** '' for the run that began first among those that are nested in no other. */
  function prefixOf(run: StoredRun, below: StoredRun[] = []): string {
    const parent = [...runs.values()].find(({ id }) => id === run.parent)
    const isNested = parent !== undefined && parent !== run && !below.includes(parent)
    if (!isNested && isFirst(run)) return ''
    const above = isNested ? (parent.prefix ?? prefixOf(parent, [...below, run])) : ''
    const wanted = above + nameOf(run)
    const taken = new Set([...runs.values()].map(({ prefix }) => prefix))
    for (let number = 1; ; number += 1) {
      const prefix = number === 1 ? `${wanted}/` : `${wanted} ${number}/`
      if (!taken.has(prefix)) return prefix
    }
  }

  function isFirst(run: StoredRun): boolean {
    return ![...runs.values()].some(
      (other) =>
        other !== run &&
        other.parent === null &&
        !other.isDeleted &&
        (other.started < run.started || (other.started === run.started && other.id < run.id)),
    )
  }

  return {
    async read(atEnd) {
      if (atEnd || performance.now() >= nextLook) await look(atEnd)
    },
    words() {
      const params: [string, string][] = []
      const tags: [string, string][] = []
      for (const run of runs.values()) {
        const prefix = run.prefix ?? prefixOf(run)
        params.push(...[...run.params].map(([name, text]): [string, string] => [prefix + name, text]))
        tags.push(...[...run.tags].map(([name, text]): [string, string] => [prefix + name, text]))
      }
      if (params.length + tags.length === 0) return null
      return {
        params: Object.fromEntries(params.slice(0, MOST_WORDS)),
        tags: Object.fromEntries(tags.slice(0, MOST_WORDS)),
      }
    },
    sentences: () => [
      ...(bad.size === 0
        ? []
        : [`MLflow: lines of ${shortList(bad)} hold no finite number, so they were left out.`]),
    ],
  }
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

function takeMeta(run: StoredRun, text: string): void {
  const meta = flatYaml(text)
  if (meta === null) return
  if (typeof meta.start_time === 'number') run.started = meta.start_time
  if (typeof meta.run_name === 'string' && run.name === '') run.name = meta.run_name
  run.isDeleted = meta.lifecycle_stage === 'deleted'
}

function takeTag(run: StoredRun, name: string, text: string): void {
  if (name === 'mlflow.parentRunId') run.parent = text.trim()
  else if (name === 'mlflow.runName') run.name = text.trim()
  // The others that MLflow gives itself tell of the machine and the person it ran as.
  else if (!name.startsWith('mlflow.')) keepWord(run.tags, name, text)
}

function keepWord(words: Map<string, string>, name: string, text: string): void {
  if (words.size < MOST_WORDS) words.set(plainLine(name, LONGEST_WORD), plainLine(text, LONGEST_WORD))
}

function nameOf({ name, id }: StoredRun): string {
  return name === '' ? id : name.replaceAll('/', '-')
}
