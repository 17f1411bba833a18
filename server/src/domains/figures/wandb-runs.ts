import { isObject } from '@podium/contract/rules/metadata-json.ts'
import { ownTurn } from '@podium/engines/own-turn.ts'
import { createWandbReader } from '../../event-files/wandb-records.ts'
import { fieldsOf } from '../../event-files/wire.ts'
import { placeAt, readOn } from '../run-records/read-on.ts'
import { MAX_SETTINGS, type Settings } from './configuration.ts'
import { type Figures, LONGEST_NAME, MAX_SERIES } from './figures.ts'
import {
  createDamage,
  createWatched,
  type FileSource,
  fileName,
  folderOf,
  orGone,
  orUnreadable,
  Unreadable,
} from './found-files.ts'
import type { Open } from './growing-file.ts'
import { instantOf } from './instant.ts'
import { numberIn } from './numbers-in.ts'
import { createSeriesNames } from './series-names.ts'

const MAX_FILES = 100
const MAX_RECORD = 256 * 1024
/** Bytes of an incomplete record that a file keeps between two reads. */
const MAX_HELD = 16 * 1024
const RECORDS_A_TURN = 200
const [HISTORY, SUMMARY, CONFIG, RUN] = [2, 3, 5, 17]

/** A value of wandb: the keys that lead to it, and the value as it was written. */
interface Item {
  keys: string[]
  value: unknown
}

/** Reads the files of offline runs of wandb: their history as curves, their summary as last values, their settings. */
export interface WandbRuns extends FileSource {
  /** the values of summaries that have no curve */
  values(): Record<string, number>
}

export function createWandbRuns(open: Open, figures: Figures, settings: Settings): WandbRuns {
  const names = createSeriesNames()
  const damage = createDamage()
  const watched = createWatched(MAX_FILES, 'runs of wandb', (path) => newRun(path))
  let values: Record<string, number> = {}

  function newRun(path: string) {
    return {
      path,
      folder: folderOf(path),
      place: placeAt(0),
      reader: createWandbReader(MAX_RECORD),
      names: new Set<string>(),
      summary: new Map<string, number>(),
      config: new Map<string, unknown>(),
    }
  }
  type Run = ReturnType<typeof newRun>

  async function read(run: Run): Promise<boolean> {
    let records = 0
    const isSame = await orUnreadable(() =>
      readOn(
        run.place,
        (from) => open(run.path, from),
        async (bytes) => {
          for (const record of run.reader.take(bytes)) {
            takeRecord(run, record)
            records += 1
            if (records % RECORDS_A_TURN === 0) await ownTurn()
          }
          if (run.reader.leftOut().brokenAt !== null) throw new Unreadable()
          await ownTurn()
        },
      ),
    )
    run.reader.release(MAX_HELD)
    return isSame
  }

  function takeRecord(run: Run, record: Buffer): void {
    try {
      for (const [number, , reader] of fieldsOf(record)) {
        if (number === HISTORY) takeHistory(run, itemsIn(reader.bytes()))
        else if (number === SUMMARY) takeSummary(run, itemsIn(reader.bytes()))
        else if (number === CONFIG) takeConfig(run, reader.bytes())
        else if (number === RUN)
          for (const [part, , of] of fieldsOf(reader.bytes())) if (part === 4) takeConfig(run, of.bytes())
      }
    } catch {
      // A record with a sound checksum that is malformed has nothing to draw.
    }
  }

  function takeHistory(run: Run, items: readonly Item[]): void {
    const own = new Map(items.map(({ keys, value }) => [keys[0] ?? '', numberIn(value)]))
    const [step, time] = [own.get('_step') ?? null, own.get('_timestamp') ?? null]
    for (const [tag, value] of numbersOf(items)) {
      const name = names.nameOf(run.folder, tag)
      if (run.names.size < MAX_SERIES) run.names.add(name)
      figures.add({ source: 'wandb', name, step, time: time === null ? null : instantOf(time), value })
    }
  }

  function takeSummary(run: Run, items: readonly Item[]): void {
    for (const [tag, value] of numbersOf(items))
      if (run.summary.size < MAX_SERIES || run.summary.has(tag)) run.summary.set(tag, value)
  }

  function takeConfig(run: Run, message: Uint8Array): void {
    for (const { keys, value } of itemsIn(message))
      if (!isOwn(keys))
        for (const [name, leaf] of leavesOf(keys.join('.'), value, '.'))
          if (run.config.size < MAX_SETTINGS || run.config.has(name)) run.config.set(name, leaf)
  }

  /** Returns the values of the summary that have no curve; they become points. */
  function readSummary(run: Run): Record<string, number> {
    const named = [...run.summary].map(
      ([tag, value]) => [names.nameOf(run.folder, tag), value] as [string, number],
    )
    return figures.addNewest(named.filter(([name]) => !run.names.has(name)))
  }

  return {
    async take(files, atEnd) {
      const found = files.filter(({ path }) => /^run-[^/]*\.wandb$/.test(fileName(path)))
      for (const [file, run] of watched.changed(found, atEnd)) {
        if ((await orGone(() => read(run))) === false) {
          for (const name of run.names) figures.restart('wandb', name)
          Object.assign(run, newRun(run.path))
          await orGone(() => read(run))
        }
        damage.note(file.path, run.reader.leftOut(), atEnd)
        settings.take('wandb', run.path, run.config)
        // Before the end, a value of the summary may be one whose curve has not begun.
        if (atEnd) values = { ...values, ...readSummary(run) }
      }
    },
    values: () => values,
    sentences: () => [...watched.sentences(), ...damage.sentences()],
  }
}

/** Reads the items of a message. An item names one key, or all of them from the outermost on. */
function itemsIn(message: Uint8Array): Item[] {
  const items: Item[] = []
  for (const [number, , reader] of fieldsOf(message)) {
    if (number !== 1) continue
    const item: Item = { keys: [], value: null }
    for (const [part, , one] of fieldsOf(reader.bytes())) {
      if (part === 1 || part === 2) item.keys.push(one.string())
      else if (part === 16) item.value = valueIn(one.string())
    }
    items.push(item)
  }
  return items
}

/** JSON has no words for NaN and infinity, but Python writes them. */
function valueIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return numberIn(text)
  }
}

/** True for the values that wandb itself adds, such as `_runtime`. */
function isOwn([first = '']: readonly string[]): boolean {
  return first.startsWith('_')
}

/** Yields the numbers of the items with their names. What belongs to a picture or another medium is left out. */
function* numbersOf(items: readonly Item[]): Generator<[string, number]> {
  const media = new Set(
    items.filter(({ keys }) => keys.at(-1) === '_type').map(({ keys }) => keys.slice(0, -1).join('/')),
  )
  for (const { keys, value } of items) {
    if (isOwn(keys) || media.has(keys.slice(0, -1).join('/'))) continue
    for (const [name, leaf] of leavesOf(keys.join('/'), value, '/')) {
      const number = numberIn(leaf)
      if (number !== null) yield [name, number]
    }
  }
}

/** Yields the values in nested objects with the names that lead to them; a list is a text. */
function* leavesOf(name: string, value: unknown, separator: string): Generator<[string, unknown]> {
  if (!isObject(value)) yield [name, Array.isArray(value) ? JSON.stringify(value) : value]
  else if (!('_type' in value) && name.length <= LONGEST_NAME)
    for (const [key, inner] of Object.entries(value))
      yield* leavesOf(`${name}${separator}${key}`, inner, separator)
}
