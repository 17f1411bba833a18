import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { resealSecrets } from '../domains/run-records/masking/reseal-secrets.ts'
import { createSecretBox, type SecretBox, secretKeyIn } from '../http/secret-box.ts'
import { CannotStart } from './cannot-start.ts'
import { writeWhole } from './home.ts'

/** The key's file in the home, which no export includes. */
const FILE = 'secret-key'

/**
 * Opens the box for secrets with the configured key, else with the home's, which is made at the first start. If several
 * servers may serve, each has a home of its own, so only a configured key opens the secrets of all. The home's key, if
 * there is one, still opens what it sealed before.
 */
export async function openSecretBox(
  { home, secret_key, secret_key_before }: Config,
  mayServeWithOthers: boolean,
): Promise<SecretBox> {
  const path = join(home, FILE)
  if (secret_key === null)
    return createSecretBox(await keyOfHome(path, !mayServeWithOthers), secret_key_before)
  // a file without a valid key does not stop the start here
  const ofHome = await readFile(path, 'utf8').then(secretKeyIn, () => null)
  return createSecretBox(secret_key, ofHome, secret_key_before)
}

async function keyOfHome(path: string, mayMake: boolean): Promise<Buffer | null> {
  const written = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new CannotStart(`The key for secrets ${path} cannot be read (${error.code}).`)
  })
  if (written !== null)
    return (
      secretKeyIn(written) ??
      refuse(`${path} is not a key for secrets. Put the file back that was there, or remove this one.`)
    )
  if (!mayMake) return null
  const key = randomBytes(32)
  await writeWhole(path, `${key.toString('base64')}\n`)
  return key
}

function refuse(sentence: string): never {
  throw new CannotStart(sentence)
}

/** Encrypts secrets of the previous key again with the present one. Those that no key opens stay and are logged. */
export async function resealAtStart({ database, secrets, log }: Pick<Deps, 'database' | 'secrets' | 'log'>) {
  const { done, left } = await resealSecrets(database, secrets)
  if (done > 0) log.info(`Secrets were encrypted with the present key: ${done}.`)
  if (left > 0)
    log.warn(
      `Secrets were encrypted with another key: ${left}. Runs that need them fail until the key is restored, or given as PODIUM_SECRET_KEY_BEFORE, or their values are set again.`,
    )
}
