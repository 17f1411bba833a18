import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isLfsPointer, LONGEST_POINTER } from '@podium/contract/rules/lfs-pointer.ts'
import { fail } from '../cli-error.ts'
import { contentOf } from '../content-of.ts'
import { type FoundFile, folded } from './find-files.ts'

export interface HashedFile extends FoundFile {
  sha256: string
}

/** The hashes of the files that were sent last, by path, so that unchanged files are not read again. */
export type SentFiles = ReadonlyMap<string, { stamp: string; sha256: string }>

const AT_ONCE = 8

/** Hashes the files; one that is unchanged since it was sent is not read. Fails if one cannot be read. */
export async function hashFiles(files: readonly FoundFile[], sent: SentFiles): Promise<HashedFile[]> {
  const hashed: HashedFile[] = []
  const pointers: string[] = []
  const left = files.entries()
  const worker = async () => {
    for (const [at, file] of left) {
      const known = sent.get(file.path)
      if (known?.stamp === file.stamp) hashed[at] = { ...file, sha256: known.sha256 }
      else if (file.size < LONGEST_POINTER) {
        const content = await readFile(file.place).catch((error: NodeJS.ErrnoException) =>
          unreadable(file, error),
        )
        if (isLfsPointer(content.toString('latin1'))) pointers.push(file.path)
        hashed[at] = {
          ...file,
          size: content.length,
          sha256: createHash('sha256').update(content).digest('hex'),
        }
      } else {
        const content = await contentOf(file.place).catch((error: Error) => unreadable(file, error))
        hashed[at] = { ...file, ...content }
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  if (pointers.length > 0)
    fail(
      `${folded(pointers, 3)}: Git LFS has not fetched the file itself. Run \`git lfs pull\` in the folder, then repeat the command.`,
    )
  return hashed
}

function unreadable({ path }: FoundFile, { message }: Error): never {
  const reason = /\b(E[A-Z]+)\b/.exec(message)?.[1] ?? message
  return fail(
    `${path} cannot be read (${reason}). Give yourself the right to read it, or name it in .podiumignore.`,
  )
}

/** The hash of what a version is: its files with their contents and whether they are executable, and its metadata. */
export function digestOf(files: readonly HashedFile[], metadata: Record<string, unknown>): string {
  const hash = createHash('sha256').update(JSON.stringify(metadata))
  for (const { path, mode, sha256 } of files)
    hash.update(`\n${JSON.stringify(path)} ${(mode & 0o100) !== 0} ${sha256}`)
  return hash.digest('hex')
}

export function bytesIn(files: readonly { size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}
