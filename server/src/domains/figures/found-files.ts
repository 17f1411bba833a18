import type { Engine, OutputFile, RunKey } from '@podium/engines/engine.ts'
import { hasCode } from '@podium/storage/file-errors.ts'
import type { LeftOut } from '../../event-files/records.ts'
import { note, shortList } from './figures.ts'
import type { FigureSource } from './metric-lines.ts'

/** A source of figures in files that a program writes under names of its own choice, wherever it likes. */
export interface FileSource {
  /** Reads what is new in those of the files that it knows by their names. */
  take(files: readonly OutputFile[], atEnd: boolean): Promise<void>
  /** sentences about content that could not be read */
  sentences(): string[]
}

/** Lists the files that a run wrote, and passes them to the sources in this order. */
export function createFoundFiles(engine: Engine, key: RunKey, sources: readonly FileSource[]): FigureSource {
  let nextLook = 0

  return {
    async read(atEnd) {
      if (!atEnd && performance.now() < nextLook) return
      const began = performance.now()
      const { files } = await engine.outputs(key)
      for (const source of sources) await source.take(files, atEnd)
      // Listing many files takes time, so at most a sixth of the time is spent on it.
      nextLook = performance.now() + 5 * (performance.now() - began)
    },
    sentences: () => sources.flatMap((source) => source.sentences()),
  }
}

/** The files that a source reads. Keeps what it knows of each, and tells which of them have changed. */
export interface Watched<T> {
  /**
   * Returns the files whose size or time has changed since the last call, or all at the end of the run, each with what
   * the source knows of it.
   */
  changed(files: readonly OutputFile[], atEnd: boolean): [file: OutputFile, state: T][]
  sentences(): string[]
}

/**
 * @param most files that are watched, because each needs memory until the run ends
 * @param noun names the files in the sentence about those beyond
 */
export function createWatched<T>(most: number, noun: string, create: (path: string) => T): Watched<T> {
  const states = new Map<string, { mark: string; state: T }>()
  const beyond = new Set<string>()

  return {
    changed(files, atEnd) {
      const found: [OutputFile, T][] = []
      for (const file of files) {
        const known = states.get(file.path)
        const mark = `${file.size} ${file.modified_at}`
        if (known?.mark === mark && !atEnd) continue
        if (!known && states.size === most) {
          note(beyond, file.path)
          continue
        }
        const state = known?.state ?? create(file.path)
        states.set(file.path, { mark, state })
        found.push([file, state])
      }
      return found
    },
    sentences: () =>
      beyond.size === 0 ? [] : [`Only ${most} ${noun} are read. Left out: ${shortList(beyond)}.`],
  }
}

/** Returns the folder of a path, '' for the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Returns null if the file is gone; what was read of it stays. */
export async function orGone<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

/** Ends the reading of a file, because nothing after a damaged place can be read. */
export class Unreadable extends Error {}

/** Returns true, as for a file that goes on, if the rest of it cannot be read. */
export async function orUnreadable(read: () => Promise<boolean>): Promise<boolean> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Unreadable) return true
    throw error
  }
}

/** Collects sentences about damaged files. */
export interface Damage {
  note(path: string, leftOut: LeftOut, atEnd: boolean): void
  sentences(): string[]
}

export function createDamage(): Damage {
  const broken = new Set<string>()
  const damaged = new Set<string>()
  const cut = new Set<string>()

  return {
    note(path, leftOut, atEnd) {
      noteIf(leftOut.brokenAt !== null, broken, path)
      noteIf(leftOut.damaged > 0, damaged, path)
      noteIf(leftOut.isCut && atEnd, cut, path)
    },
    sentences: () => [
      ...(broken.size === 0
        ? []
        : [`Damaged, so that the values after the damage are missing: ${shortList(broken)}.`]),
      ...(damaged.size === 0 ? [] : [`Damaged records were left out of ${shortList(damaged)}.`]),
      ...(cut.size === 0 ? [] : [`The last record is not complete: ${shortList(cut)}.`]),
    ],
  }
}

function noteIf(isSo: boolean, paths: Set<string>, path: string): void {
  if (isSo) note(paths, path)
  else paths.delete(path)
}
