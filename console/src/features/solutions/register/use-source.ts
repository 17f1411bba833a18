import { limits } from '@podium/contract/rules.ts'
import { useState } from 'react'
import { formatFileSize } from '../../../format/file-size.ts'

export type Source = 'archive' | 'metadata'

export const SOURCES = [
  { value: 'archive', label: 'Archive' },
  { value: 'metadata', label: 'Metadata only' },
] as const

interface SourceOptions {
  first: Source
  onArchive: (file: File) => void
  onMetadata: (text: string) => void
}

/** What is to be said of the last file. */
interface Said {
  /** why it was not taken */
  refused?: string
  /** that it was taken as the other source */
  led?: string
}

/** The text may hold blanks that the stored metadata does not. */
const TEXT_LIMIT = 4 * limits.metadata_bytes

/** Where a registration comes from. A file says by its name which source it is: none needs to be chosen before. */
export function useSource({ first, onArchive, onMetadata }: SourceOptions) {
  const [source, setSource] = useState(first)
  const [said, setSaid] = useState<Said>({})

  function show(next: Source) {
    setSource(next)
    setSaid({})
  }

  async function take([file, ...others]: File[]) {
    if (!file) return
    // In which order files are dropped is chance, so none of several is meant.
    if (others.length > 0) return setSaid({ refused: severalWords(others.length + 1) })
    const kind = kindOf(file)
    if (!kind) return setSaid({ refused: neitherWords(file, source) })
    if (kind === 'archive') onArchive(file)
    else {
      const read = await readText(file)
      if ('refused' in read) return setSaid(read)
      onMetadata(read.text)
    }
    setSource(kind)
    setSaid(kind === source ? {} : { led: ledWords(file, kind) })
  }

  return {
    source,
    ...said,
    show,
    take: (files: File[]) => void take(files),
    /** What was said is no longer about what stands there. */
    forget: () => setSaid({}),
  }
}

function kindOf({ name }: File): Source | undefined {
  if (/\.(tar\.gz|tgz)$/i.test(name)) return 'archive'
  return /\.json$/i.test(name) ? 'metadata' : undefined
}

function severalWords(count: number): string {
  return `One file is registered at a time, and ${count} were dropped. Drop the one you mean.`
}

async function readText(file: File): Promise<{ text: string } | { refused: string }> {
  const { name, size } = file
  if (size > TEXT_LIMIT)
    return { refused: `${name} is larger than ${formatFileSize(TEXT_LIMIT)}, so it is no metadata.` }
  const text = await file.text().catch(() => null)
  if (text === null) return { refused: `${name} could not be read. Choose it again.` }
  return text.trim() === '' ? { refused: `${name} is empty. Choose another file.` } : { text }
}

function neitherWords({ name }: File, source: Source): string {
  return source === 'archive'
    ? `${name} is no tar.gz. Pack the solution with tar and gzip.`
    : `${name} is no .json. Choose the metadata.json of the solution, or paste its text below.`
}

function ledWords({ name }: File, kind: Source): string {
  return kind === 'metadata'
    ? `${name} is no archive, so it was taken as “Metadata only”.`
    : `${name} is an archive, so it was taken as “Archive”.`
}
