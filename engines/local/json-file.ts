import { open, readFile, rename } from 'node:fs/promises'

/** What the engine or a supervisor wrote there; null when there is no such file. */
export async function readJson<T>(path: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Whole or not there at all, also after a crash. */
export async function writeJson(path: string, value: unknown, mode = 0o600): Promise<void> {
  const draft = `${path}.draft`
  const file = await open(draft, 'w', mode)
  try {
    await file.writeFile(JSON.stringify(value))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'
}

/** The code of a system error, such as ENOSPC. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
