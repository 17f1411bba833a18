import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { DescribedParameter } from '../described-program.ts'

/** Writes files into a new folder for the time of the work. */
export async function inFolder<T>(
  files: Record<string, string>,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'podium-program-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Writes a parameter as one line: 'epochs int = 3 in 1..10' or 'kind single_selection = a of a, b'. */
export function inShort({ name, type, default: value, range, selectable }: DescribedParameter): string {
  return [
    `${name} ${type}`,
    value && `= ${value.join(' ')}`,
    range && `in ${range[0] ?? ''}..${range[1] ?? ''}`,
    selectable && `of ${selectable.join(', ')}`,
  ]
    .filter(Boolean)
    .join(' ')
}
