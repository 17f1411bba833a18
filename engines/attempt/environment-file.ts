import { randomUUID } from 'node:crypto'
import { chown, rename, writeFile } from 'node:fs/promises'
import type { Owner } from './folders.ts'

/** Takes the environment from a file and goes on as the command behind it. */
const FROM_FILE = '. "$1"; shift; exec "$@"'

/** The command as it begins with the environment of a file, since every user sees what stands on a command line. */
export function commandWithEnvironment(file: string, command: string[]): string[] {
  return ['/bin/sh', '-c', FROM_FILE, 'podium', file, ...command]
}

/** Writes the environment of a run for its shell, where several servers may write it at once. */
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

/** An environment as lines for a shell; names that the shell keeps for itself stay as they are. */
export function exported(environment: Record<string, string>): string[] {
  return Object.entries(environment).map(
    ([name, value]) => `command export ${name}=${quoted(value)} 2> /dev/null`,
  )
}

/** A text as one word for a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
