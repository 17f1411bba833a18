import { randomUUID } from 'node:crypto'
import { chmod, chown, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { VARIABLE_NAME } from '@podium/contract/solution-metadata/variable-names.ts'
import type { RunSpec, Secret } from '../engine.ts'
import type { AttemptDirectory } from './attempt-directory.ts'
import { exists, type Owner } from './folders.ts'
import { codeOf } from './json-file.ts'
import { removeTree } from './remove-tree.ts'

/** Returns the spec without the values of secrets, for an engine's records. */
export function withoutSecretValues(spec: RunSpec): RunSpec {
  return { ...spec, secrets: spec.secrets.map((secret) => ({ ...secret, value: '' })) }
}

/** Writes the secrets of an attempt as files that only its run can read. Of several servers, the first one wins. */
export async function writeSecrets(
  { secrets: folder }: AttemptDirectory,
  secrets: readonly Secret[],
  owner: Owner | null,
): Promise<void> {
  if (secrets.length === 0 || (await exists(folder))) return
  const draft = `${folder}.${randomUUID()}`
  await mkdir(draft, { mode: 0o700 })
  try {
    for (const { name, value } of secrets) {
      const file = join(draft, name)
      await writeFile(file, value, { mode: 0o400, flag: 'wx' })
      if (owner) await chown(file, owner.uid, owner.gid)
    }
    if (owner) await chown(draft, owner.uid, owner.gid)
    await chmod(draft, 0o700)
    await rename(draft, folder)
  } catch (error) {
    await removeTree(draft)
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error
  }
}

/** Returns the values, or none if there is no such folder. */
export async function readSecrets(folder: string): Promise<string[]> {
  if (!(await exists(folder))) return []
  // A cluster puts files of its own beside them, whose names are not valid for variables.
  const names = (await readdir(folder)).filter((name) => VARIABLE_NAME.test(name))
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
}

export async function removeSecrets({ secrets }: AttemptDirectory): Promise<void> {
  if (await exists(secrets)) await removeTree(secrets)
}

/** Takes names up to '--' and exports the contents of their files, including final line breaks. */
const WITH_SECRETS = `while [ "$1" != -- ]; do
  PODIUM_VALUE=$(cat "$PODIUM_SECRETS_DIR/$1"; echo .)
  export "$1=\${PODIUM_VALUE%.}"
  shift
done
shift
unset PODIUM_VALUE
exec "$@"`

/** Wraps a command so that it gets the secrets of its environment, because every user can see command lines. */
export function commandWithSecrets(secrets: readonly Secret[], command: string[]): string[] {
  const names = secrets.filter(({ in_environment }) => in_environment).map(({ name }) => name)
  return names.length === 0 ? command : ['/bin/sh', '-c', WITH_SECRETS, 'podium', ...names, '--', ...command]
}
