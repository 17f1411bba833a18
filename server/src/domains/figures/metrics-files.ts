import { DVC_PLOT } from './dvc-plots.ts'
import { type Figures, type Hide, MAX_SERIES } from './figures.ts'
import { createWatched, type FileSource, fileName, folderOf } from './found-files.ts'
import type { Open } from './growing-file.ts'
import { createMetricsFile, type NewestFigures } from './newest-figures.ts'
import { createSeriesNames } from './series-names.ts'

const FILE = 'metrics.json'
const MAX_FILES = 100

export interface MetricsFiles extends FileSource {
  values(): Record<string, number>
}

/** Reads the files metrics.json in folders, such as eval/metrics.json. The one at the top of the outputs is read apart. */
export function createMetricsFiles(open: Open, figures: Figures, hide: Hide): MetricsFiles {
  const names = createSeriesNames()
  const found = new Set<NewestFigures>()
  const watched = createWatched(MAX_FILES, `files ${FILE}`, (path) => {
    const file = createMetricsFile(open, figures, hide, path, (name) => names.nameOf(folderOf(path), name))
    found.add(file)
    return file
  })

  return {
    async take(files, atEnd) {
      const plots = new Set(files.flatMap(({ path }) => DVC_PLOT.exec(path)?.[1] ?? []))
      // DVCLive repeats the last values of its curves in such a file.
      const others = files.filter(
        ({ path }) => path !== FILE && fileName(path) === FILE && !plots.has(folderOf(path)),
      )
      for (const [, file] of watched.changed(others, atEnd)) await file.read(atEnd)
    },
    values() {
      const values = [...found].flatMap((file) => Object.entries(file.values()))
      return Object.fromEntries(values.slice(0, MAX_SERIES))
    },
    sentences: () => [...watched.sentences(), ...[...found].flatMap((file) => file.sentences())],
  }
}
