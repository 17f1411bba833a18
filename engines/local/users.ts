import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RUN_USER } from '../attempt/environment.ts'
import { isMissing } from '../attempt/json-file.ts'

/**
 * Writes copies of the system's lists of users and groups with an entry for the run's identity, because many programs
 * fail if their user has no name.
 * @param root the folder for the lists
 * @returns the written lists, by the paths of the system's lists
 */
export async function writeUsers(
  { root, home }: { root: string; home: string },
  uid: number,
): Promise<Record<string, string>> {
  const lists = {
    '/etc/passwd': `${RUN_USER}:x:${uid}:${uid}:Run:${home}:/bin/sh\n`,
    '/etc/group': `${RUN_USER}:x:${uid}:\n`,
  }
  const written: Record<string, string> = {}
  for (const [path, line] of Object.entries(lists)) {
    const known = await readFile(path, 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
    // A file can only be bound over an existing one.
    if (known === null) continue
    written[path] = join(root, path.replaceAll('/', '_'))
    await writeFile(written[path], `${known.trimEnd()}\n${line}`, { mode: 0o644 })
  }
  return written
}
