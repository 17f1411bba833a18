import type { Figures } from './figures.ts'
import { createWatched, type FileSource } from './found-files.ts'
import { createGrowingFile, type GrowingFile, type Open } from './growing-file.ts'
import { isInstant } from './instant.ts'
import { numberIn } from './numbers-in.ts'
import { createSeriesNames } from './series-names.ts'

const MAX_FILES = 500
const LONGEST_LINE = 4096
/** The folder of DVCLive, and the name of a figure below it. */
export const DVC_PLOT = /^(?:(.*)\/)?plots\/metrics\/(.+)\.tsv$/

/** Reads the tables of DVCLive, one for each figure: its step, its value and perhaps the time in milliseconds. */
export function createDvcPlots(open: Open, figures: Figures): FileSource {
  const names = createSeriesNames()
  const watched = createWatched(MAX_FILES, 'tables of DVCLive', (path) => plotFile(path))

  function plotFile(path: string): GrowingFile {
    const [, folder = '', tag = ''] = DVC_PLOT.exec(path) ?? []
    const name = names.nameOf(folder, tag)
    let columns: string[] | null = null
    return createGrowingFile({
      open,
      path,
      longest: LONGEST_LINE,
      onLine(line) {
        const cells = (line ?? '').trim().split('\t')
        if (columns === null) {
          columns = cells
          return
        }
        const cellOf = (column: string) => cells[columns?.indexOf(column) ?? -1] ?? ''
        const [step, time, written] = [
          Number(cellOf('step')),
          Number(cellOf('timestamp')),
          cells.at(-1) ?? '',
        ]
        const value = written === '' ? null : (numberIn(written) ?? Number(written))
        if (cells.length !== columns.length || value === null || !Number.isFinite(step)) return
        if (Number.isNaN(value) && numberIn(written) === null) return
        figures.add({ source: 'dvclive', name, step, time: isInstant(time) ? time : null, value })
      },
      onRestart() {
        columns = null
        figures.restart('dvclive', name)
      },
    })
  }

  return {
    async take(files, atEnd) {
      const found = files.filter(({ path }) => DVC_PLOT.test(path))
      // A last line without an end may be cut within a number, so it never counts.
      for (const [, file] of watched.changed(found, atEnd)) await file.read(false)
    },
    sentences: watched.sentences,
  }
}
