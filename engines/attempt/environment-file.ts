import { randomUUID } from 'node:crypto'
import { chown, rename, writeFile } from 'node:fs/promises'
import type { Owner } from './folders.ts'

/** Sources the file, then replaces itself with the command. */
const FROM_FILE = '. "$1"; shift; exec "$@"'

/** Wraps a command so that it starts with the environment of a file: every user of a machine sees its command lines. */
export function commandWithEnvironment(file: string, command: string[]): string[] {
  return ['/bin/sh', '-c', FROM_FILE, 'podium', file, ...command]
}

/** Writes the environment file. It is renamed into place, since several servers may write it at the same time. */
export async function writeEnvironment(
  file: string,
  environment: Record<string, string>,
  owner: Owner | null,
): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, `${exported(environment).join('\n')}\n`, { mode: 0o400, flag: 'wx' })
  if (owner) await chown(draft, owner.uid, owner.gid)
  await rename(draft, file)
}

/** The environment as `export` lines. A name that the shell reserves, such as UID, keeps the value of the shell. */
export function exported(environment: Record<string, string>): string[] {
  return Object.entries(environment).map(
    ([name, value]) => `command export ${name}=${quoted(value)} 2> /dev/null`,
  )
}

/** Quotes a text as one word of a shell command. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
