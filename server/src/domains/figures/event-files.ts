import type { OutputFile } from '@podium/engines/engine.ts'
import { ownTurn } from '@podium/engines/own-turn.ts'
import type { EventValue } from '../../event-files/event.ts'
import { createEventReader, type EventReader } from '../../event-files/event-reader.ts'
import { quantile } from '../../event-files/histogram.ts'
import { type Place, placeAt, readOn } from '../run-records/read-on.ts'
import type { Settings } from './configuration.ts'
import { type Figures, MAX_SERIES } from './figures.ts'
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
import { hparamsIn } from './hparams.ts'
import { instantOf } from './instant.ts'
import { createSeriesNames } from './series-names.ts'

const MAX_FILES = 500
/** Bytes of an incomplete record that a file keeps between two reads. */
const MAX_HELD = 16 * 1024
/** Values between two turns of other work. One event may hold a hundred thousand. */
const VALUES_A_TURN = 500
const QUANTILES = [
  ['p05', 0.05],
  ['p50', 0.5],
  ['p95', 0.95],
] as const

/** Folders that Keras and others make for the parts of the data. */
const DATA_PART = /^(?:train(?:ing)?|val(?:id(?:ation)?)?|eval(?:uation)?|test(?:ing)?)$/

interface EventFile {
  path: string
  place: Place
  reader: EventReader
}

/** The event files of one folder, which a writer that was started again continues. */
interface Folder {
  path: string
  files: EventFile[]
  /** names of its figures by tag */
  names: Map<string, string>
}

/** Reads the scalars, histograms and hyperparameters of TensorBoard's event files, whoever wrote them. */
export function createEventFiles(open: Open, figures: Figures, settings: Settings): FileSource {
  const folders = new Map<string, Folder>()
  const names = createSeriesNames()
  const damage = createDamage()
  const watched = createWatched(MAX_FILES, 'event files', (path) => {
    const folder: Folder = folders.get(folderOf(path)) ?? {
      path: folderOf(path),
      files: [],
      names: new Map(),
    }
    folders.set(folder.path, folder)
    const file: EventFile = { path, place: placeAt(0), reader: createEventReader() }
    folder.files.push(file)
    return { folder, file }
  })

  async function read(folder: Folder, file: EventFile): Promise<boolean> {
    let values = 0
    const isSame = await orUnreadable(() =>
      readOn(
        file.place,
        (from) => open(file.path, from),
        async (bytes) => {
          for (const event of file.reader.take(bytes)) {
            for (const value of event.values()) {
              takeValue(folder, value, event.step, instantOf(event.wallTime))
              values += 1
              if (values % VALUES_A_TURN === 0) await ownTurn()
            }
          }
          if (file.reader.leftOut().brokenAt !== null) throw new Unreadable()
          await ownTurn()
        },
      ),
    )
    file.reader.release(MAX_HELD)
    return isSame
  }

  function takeValue(folder: Folder, value: EventValue, step: number, time: number | null): void {
    const { tag, content } = value
    const add = (name: string, number: number) =>
      figures.add({ source: 'tensorboard', name, step, time, value: number })
    if (value.plugin === 'hparams') settings.take('tensorboard', folder.path, hparamsIn(value.pluginContent))
    else if (content.kind === 'scalar') add(nameOf(folder, tag), content.value)
    else if (content.kind === 'histogram')
      for (const [word, fraction] of QUANTILES)
        add(nameOf(folder, `${tag}/${word}`), quantile(content.histogram, fraction))
  }

  function nameOf(folder: Folder, tag: string): string {
    const known = folder.names.get(tag)
    if (known !== undefined) return known
    const name = names.nameOf(folder.path, tag, isPart(folder.path))
    if (folder.names.size < MAX_SERIES) folder.names.set(tag, name)
    return name
  }

  /** True for a folder that a writer made for a part of its figures, but not for those that are named by the time. */
  function isPart(path: string): boolean {
    const names = path.split('/')
    const name = names.at(-1) ?? ''
    const isBelowAnother = names.some((_, at) => folders.has(names.slice(0, at).join('/')))
    return DATA_PART.test(name) || (isBelowAnother && !/^[\d.]+$/.test(name))
  }

  /** Reads all files of the folder anew, because one of them was replaced. */
  async function restart(folder: Folder): Promise<void> {
    for (const name of folder.names.values()) figures.restart('tensorboard', name)
    for (const file of folder.files) {
      file.place = placeAt(0)
      file.reader = createEventReader()
    }
    for (const file of folder.files) await orGone(() => read(folder, file))
  }

  return {
    async take(files, atEnd) {
      const found = files.filter(({ path }) => fileName(path).includes('tfevents'))
      for (const [, { folder, file }] of watched.changed(inOrder(found), atEnd)) {
        if ((await orGone(() => read(folder, file))) === false) await restart(folder)
        damage.note(file.path, file.reader.leftOut(), atEnd)
      }
    },
    sentences: () => [...watched.sentences(), ...damage.sentences()],
  }
}

/**
 * Sorts by the second in the name, such as in events.out.tfevents.1700000000.host, in which a writer began; of the same
 * second, folders before those below them.
 */
function inOrder(files: readonly OutputFile[]): OutputFile[] {
  const startOf = (path: string) => Number(/tfevents\.(\d{1,15})/.exec(fileName(path))?.[1] ?? 0)
  return files
    .map((file) => ({ file, start: startOf(file.path), depth: file.path.split('/').length }))
    .sort((a, b) => a.start - b.start || a.depth - b.depth || (a.file.path < b.file.path ? -1 : 1))
    .map(({ file }) => file)
}
