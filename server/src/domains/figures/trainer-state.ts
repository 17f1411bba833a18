import { hash } from 'node:crypto'
import type { OutputFile } from '@podium/engines/engine.ts'
import { ownTurn } from '@podium/engines/own-turn.ts'
import { groupBy } from '../rows.ts'
import { createArrayElements } from './array-elements.ts'
import { type Figures, MAX_SERIES } from './figures.ts'
import { createWatched, type FileSource, fileName, folderOf, orGone } from './found-files.ts'
import type { Open } from './growing-file.ts'
import { numberIn, objectIn } from './numbers-in.ts'
import { createSeriesNames } from './series-names.ts'

const FILE = 'trainer_state.json'
const CHECKPOINT = /(?:^|\/)checkpoint-(\d{1,15})$/
const MAX_FILES = 1000
const ENTRIES_A_TURN = 100

/** The log of a trainer, as far as it was read. */
interface Trainer {
  folder: string
  /** entries whose values were added, and the hash of the last one */
  taken: number
  last: string
  names: Set<string>
}

/**
 * Reads the log that the Trainer of transformers writes into each checkpoint and, at the end, beside them. Each file has
 * all entries so far, so only the newest one of a folder is read. Names are those that the trainer tells TensorBoard.
 */
export function createTrainerStates(open: Open, figures: Figures): FileSource {
  const seriesNames = createSeriesNames()
  const trainers = new Map<string, Trainer>()
  const watched = createWatched(MAX_FILES, `files ${FILE}`, (path) => {
    const folder = trainerFolder(path)
    const trainer = trainers.get(folder) ?? { folder, taken: 0, last: '', names: new Set() }
    trainers.set(folder, trainer)
    return trainer
  })

  /** Adds the entries after those that were taken. Returns false if the log is another one now. */
  async function readOn(path: string, trainer: Trainer): Promise<boolean> {
    const elements = createArrayElements('log_history')
    let entries = 0
    for await (const bytes of await open(path)) {
      for (const text of elements.take(bytes as Buffer)) {
        entries += 1
        if (entries === trainer.taken && hash('sha256', text) !== trainer.last) return false
        if (entries > trainer.taken) takeEntry(trainer, text)
        if (entries % ENTRIES_A_TURN === 0) await ownTurn()
      }
      await ownTurn()
    }
    // A file that is being written may still have fewer entries than the one before.
    return entries >= trainer.taken || !elements.isWhole()
  }

  function takeEntry(trainer: Trainer, text: string): void {
    trainer.taken += 1
    trainer.last = hash('sha256', text)
    const entry = objectIn(text)
    const step = numberIn(entry?.step)
    for (const [key, written] of Object.entries(entry ?? {})) {
      const value = key === 'step' ? null : numberIn(written)
      if (value === null) continue
      const name = seriesNames.nameOf(trainer.folder, tagOf(key))
      if (trainer.names.size < MAX_SERIES) trainer.names.add(name)
      figures.add({ source: 'trainer_state', name, step, time: null, value })
    }
  }

  return {
    async take(files, atEnd) {
      const found = files.filter(({ path }) => fileName(path) === FILE)
      const newest = [...groupBy(found, ({ path }) => trainerFolder(path)).values()].map(newestOf)
      for (const [{ path }, trainer] of watched.changed(newest, atEnd)) {
        if ((await orGone(() => readOn(path, trainer))) !== false) continue
        for (const name of trainer.names) figures.restart('trainer_state', name)
        Object.assign(trainer, { taken: 0, last: '', names: new Set() })
        await orGone(() => readOn(path, trainer))
      }
    },
    sentences: watched.sentences,
  }
}

function trainerFolder(path: string): string {
  return folderOf(path).replace(CHECKPOINT, '')
}

/** Of files written at the same time, the one of the later checkpoint is newer, and the one beside them the newest. */
function newestOf(files: readonly OutputFile[]): OutputFile {
  const stepOf = ({ path }: OutputFile) => Number(CHECKPOINT.exec(folderOf(path))?.[1] ?? Number.MAX_VALUE)
  return files.reduce((newest, file) => {
    if (newest.modified_at !== file.modified_at) return newest.modified_at < file.modified_at ? file : newest
    return stepOf(newest) < stepOf(file) ? file : newest
  })
}

/** 'eval_loss' is 'eval/loss', and what has no such beginning belongs to the training. */
function tagOf(key: string): string {
  const [, part, rest] = /^(eval|test)_(.+)$/.exec(key) ?? []
  return part === undefined ? `train/${key}` : `${part}/${rest}`
}
