import type { Readable } from 'node:stream'
import type { SourceFiles } from '@podium/contract/python-packages/source-files.ts'
import { isLfsPointer, LONGEST_POINTER, pointerSentence } from '@podium/contract/rules/lfs-pointer.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import { MODES, type Mode } from '@podium/contract/solution-metadata/modes.ts'
import { otherFiles } from '@podium/contract/solution-metadata/without-effect.ts'
import { quoted } from '@podium/contract/wire/tar-reader.ts'
import { type ArchiveFile, explainDamage, readArchive, refuse } from './archive-reader.ts'

/** Larger than the limit of the stored metadata, because the text may contain whitespace. */
const METADATA_TEXT_LIMIT = 4 * limits.metadata_bytes
/** Maximum bytes of a file that names required packages, and of all such files together. */
const PACKAGE_TEXT_LIMIT = 512 * 1024
const PACKAGE_TEXTS_LIMIT = 4 * PACKAGE_TEXT_LIMIT

export interface Amount {
  files: number
  bytes: number
}

/** The contents of an archive, found by reading it once from end to end. */
export interface ArchiveSurvey {
  /** the single folder that contains everything, such as 'penguins/', or '' */
  top: string
  /** parsed, not checked */
  metadata: unknown
  metadata_bytes: number
  all: Amount
  source: Amount
  /** paths in the source of files that configure tools */
  tool_files: string[]
  /** the files of the source with the texts that name packages, by path in the source */
  files: SurveyedFiles
  data: Record<Mode, Amount>
}

/** The files of a source; only those that name required packages are kept. */
export interface SurveyedFiles extends SourceFiles {
  paths: readonly string[]
}

/** The role of a file in the archive. */
export type ArchivePart =
  | { kind: 'metadata' }
  | { kind: 'data'; mode: Mode; path: string }
  | { kind: 'source'; path: string }

/**
 * Reads the whole archive, and keeps only metadata.json and the files that name packages.
 * @param limit maximum bytes of all files together
 * @throws Failure SOLUTION.ARCHIVE
 */
export function surveyArchive(packed: Readable, limit: number): Promise<ArchiveSurvey> {
  return explainDamage(async () => {
    const files: { path: string; size: number }[] = []
    const texts = new Map<string, string>()
    let keptBytes = 0
    for await (const file of readArchive(packed, limit)) {
      files.push({ path: file.path, size: file.size })
      if (mayBeMetadata(file.path, files[0]?.path)) texts.set(file.path, await textOf(file))
      else if (mayNamePackages(file) && keptBytes + file.size <= PACKAGE_TEXTS_LIMIT) {
        keptBytes += file.size
        texts.set(file.path, await readText(file))
      }
      const isSmall = file.size < LONGEST_POINTER
      if (isSmall && isLfsPointer(texts.get(file.path) ?? (await readText(file))))
        refuse(pointerSentence(quoted(file.path)))
    }
    const paths = files.map((file) => file.path)
    const top = topOf(paths)
    const text = texts.get(`${top}metadata.json`) ?? ''
    const source = files.filter((file) => partOf(file.path, top).kind === 'source')
    const surveyed = surveyedFiles(
      source.map(({ path }) => path.slice(top.length)),
      (path) => texts.get(`${top}${path}`),
    )
    return {
      top,
      metadata: parsed(text, `${top}metadata.json`),
      metadata_bytes: Buffer.byteLength(text),
      all: amountOf(files),
      source: amountOf(source),
      tool_files: otherFiles(surveyed.paths),
      files: surveyed,
      data: {
        train: amountOf(files.filter((file) => isData(partOf(file.path, top), 'train'))),
        inference: amountOf(files.filter((file) => isData(partOf(file.path, top), 'inference'))),
      },
    }
  })
}

/** Classifies a file: metadata.json, sample data below data/train/ and data/inference/, or else source. */
export function partOf(path: string, top: string): ArchivePart {
  const below = path.slice(top.length)
  if (below === 'metadata.json') return { kind: 'metadata' }
  for (const mode of MODES) {
    const folder = `data/${mode}/`
    if (below.startsWith(folder)) return { kind: 'data', mode, path: below.slice(folder.length) }
  }
  return { kind: 'source', path: below }
}

function isData(part: ArchivePart, mode: Mode): boolean {
  return part.kind === 'data' && part.mode === mode
}

/** True if the file is at the top, or in the folder of the first file, which is the only possible single top folder. */
function mayBeMetadata(path: string, first = ''): boolean {
  return path === 'metadata.json' || path === `${first.split('/')[0]}/metadata.json`
}

function topOf(paths: string[]): string {
  if (paths.includes('metadata.json')) return ''
  const top = `${paths[0]?.split('/')[0]}/`
  if (paths.includes(`${top}metadata.json`) && paths.every((path) => path.startsWith(top))) return top
  const elsewhere = paths.find((path) => path.endsWith('/metadata.json'))
  const hint = elsewhere === undefined ? '' : ` There is one at ${quoted(elsewhere)}: pack that folder.`
  return refuse(`The archive has no metadata.json at its top level.${hint}`)
}

/** Files whose text was not kept exist with an empty text. */
function surveyedFiles(
  paths: readonly string[],
  textOf: (path: string) => string | undefined,
): SurveyedFiles {
  const all = new Set(paths)
  return {
    paths,
    read: async (path) => textOf(path) ?? (all.has(path) ? '' : null),
    hasFolder: async (path) => paths.some((one) => one.startsWith(`${path}/`)),
  }
}

/** True if the file may name the packages that a source needs. */
export function mayNamePackages({ path, size }: Pick<ArchiveFile, 'path' | 'size'>): boolean {
  return (
    size <= PACKAGE_TEXT_LIMIT &&
    /(^|\/)(pyproject\.toml|pylock\.toml|setup\.(py|cfg)|[^/]+\.(txt|in))$/.test(path)
  )
}

async function textOf(file: ArchiveFile): Promise<string> {
  if (file.size > METADATA_TEXT_LIMIT)
    refuse(`${quoted(file.path)} is larger than ${METADATA_TEXT_LIMIT / 1024} KiB.`)
  const bytes = await bytesOf(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse(`${quoted(file.path)} is not UTF-8 text.`)
  }
}

export async function readText(file: Pick<ArchiveFile, 'content'>): Promise<string> {
  return (await bytesOf(file)).toString()
}

async function bytesOf({ content }: Pick<ArchiveFile, 'content'>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return refuse(`${quoted(path)} is not valid JSON${placeOf(error, text)}`)
  }
}

/** Returns ', line 3, column 5: Expected double-quoted property name.'; some errors have no position. */
function placeOf(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : String(error)
  const [, reason = message, position] = /^(.*?)(?: in JSON at position (\d+).*)?$/s.exec(message) ?? []
  const above = text.slice(0, Number(position)).split('\n')
  const place = position ? `, line ${above.length}, column ${(above.at(-1) ?? '').length + 1}` : ''
  return `${place}: ${reason}.`
}

function amountOf(files: { size: number }[]): Amount {
  return { files: files.length, bytes: files.reduce((sum, file) => sum + file.size, 0) }
}
