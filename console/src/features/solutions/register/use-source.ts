import { useState } from 'react'
import { readMetadataFile } from '../metadata-text.ts'

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

/** What there is to tell of the last file. */
interface FileNotice {
  /** why it was not taken */
  refused?: string
  /** that it was taken as the other source */
  led?: string
}

/** Where a registration comes from. A file says by its name which source it is: none needs to be chosen before. */
export function useSource({ first, onArchive, onMetadata }: SourceOptions) {
  const [source, setSource] = useState(first)
  const [notice, setNotice] = useState<FileNotice>({})

  function show(next: Source) {
    setSource(next)
    setNotice({})
  }

  async function take([file, ...others]: File[]) {
    if (!file) return
    // In which order files are dropped is chance, so none of several is meant.
    if (others.length > 0) return setNotice({ refused: severalWords(others.length + 1) })
    const kind = kindOf(file)
    if (!kind) return setNotice({ refused: neitherWords(file, source) })
    if (kind === 'archive') onArchive(file)
    else {
      const read = await readMetadataFile(file)
      if ('refused' in read) return setNotice(read)
      onMetadata(read.text)
    }
    setSource(kind)
    setNotice(kind === source ? {} : { led: ledWords(file, kind) })
  }

  return {
    source,
    ...notice,
    show,
    take: (files: File[]) => void take(files),
    /** What was told is no longer about the text that is there. */
    forget: () => setNotice({}),
  }
}

function kindOf({ name }: File): Source | undefined {
  if (/\.(tar\.gz|tgz)$/i.test(name)) return 'archive'
  return /\.json$/i.test(name) ? 'metadata' : undefined
}

function severalWords(count: number): string {
  return `One file is registered at a time, and ${count} were dropped. Drop the one you mean.`
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
