import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RUN_USER } from '../attempt/environment.ts'
import { isMissing } from '../attempt/json-file.ts'

/**
 * Writes the system's lists of users and groups with one more of each, for the identity that the run has: many programs
 * end where the system has no name for who runs them.
 * @param root the folder that the lists are written to
 * @returns the lists by the files in whose places they belong
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
    // Nothing can be put where there is no file.
    if (known === null) continue
    written[path] = join(root, path.replaceAll('/', '_'))
    await writeFile(written[path], `${known.trimEnd()}\n${line}`, { mode: 0o644 })
  }
  return written
}
