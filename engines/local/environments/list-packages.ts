import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { MOST_PACKAGES, type PackageList, packageList } from '@podium/contract/run-packages.ts'
import { SYSTEM_PATH } from '../../attempt/environment.ts'
import { writeEnvironment } from '../../attempt/environment-file.ts'
import { asOwner } from '../../attempt/folders.ts'
import { attemptEntry } from '../control-groups.ts'
import { withNothingInherited } from '../descriptors.ts'
import type { Host } from '../host.ts'
import { launchCommand } from '../launch.ts'
import { inPlace } from '../sandbox.ts'
import { LONGEST_LIST } from './environment-folder.ts'
import { SOURCE_COPY } from './install-command.ts'
import type { Installation } from './installation.ts'
import { LIST_PROGRAM } from './list-program.ts'
import { packageSource } from './package-source.ts'

const PATIENCE_MS = 60_000

type Listed = Omit<Installation, 'downloads'>

/**
 * Returns what is in an environment whose packages were just installed; null where that cannot be found out. Build steps of
 * packages wrote its files, so they are read as they were written: with the identity and in the sandbox of the run, without
 * network.
 */
export async function listPackages(installation: Listed, host: Host): Promise<PackageList | null> {
  const { attempt, plan, python, folder, uid } = installation
  const environment = join(folder.root, 'variables')
  try {
    await writeEnvironment(environment, { PATH: host.path, LANG: 'C.UTF-8' }, asOwner(uid))
    const lister = await startLister(installation, environment, host)
    const text = await textOf(lister)
    const printed = text === null ? null : (JSON.parse(text) as Printed)
    const packages = printed?.packages.map(({ direct_url, ...one }) => ({
      ...one,
      source: packageSource(direct_url, [attempt.directory.work, join(folder.build, SOURCE_COPY)]),
    }))
    const list = { tool: printed?.tool, file: plan.name, python, packages }
    return packageList.safeParse(list).data ?? null
  } catch {
    return null
  } finally {
    await rm(environment, { force: true })
  }
}

/** As the program prints it. Nothing is taken from it unchecked. */
interface Printed {
  tool: string
  packages: { direct_url: unknown }[]
}

async function startLister(
  { attempt, spec, uid, folder, by, readable }: Listed,
  environment: string,
  host: Host,
): Promise<ChildProcess> {
  const [program, ...words] = launchCommand({
    reach: { readable: inPlace([folder.root, ...readable]), writable: {}, start: folder.root },
    environment,
    entry: attemptEntry(attempt),
    command: [by.python, '-I', '-c', LIST_PROGRAM, folder.venv, by.uv ?? '', String(MOST_PACKAGES)],
    secrets: [],
    granted: spec.granted,
    stopSignal: 'SIGTERM',
    uid,
    sandbox: host.sandbox,
    hidden: host.hidden,
    pidNamespace: host.pidNamespace,
    network: false,
    networkNamespace: host.networkNamespace,
    systemd: host.limits.systemd,
    ownSession: host.ownSession,
    cores: [],
  })
  return withNothingInherited(async (stdio) => {
    const [, , , ...others] = Array.isArray(stdio) ? stdio : []
    const lister = spawn(program ?? '', words, {
      cwd: '/',
      stdio: ['ignore', 'pipe', 'ignore', ...others],
      env: { PATH: SYSTEM_PATH },
    })
    await once(lister, 'spawn')
    return lister
  })
}

/** What it printed; null where it failed, took too long or printed too much. */
async function textOf(lister: ChildProcess): Promise<string | null> {
  const exited = once(lister, 'exit')
  const timer = setTimeout(() => lister.kill('SIGKILL'), PATIENCE_MS)
  try {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of lister.stdout as Readable) {
      chunks.push(chunk as Buffer)
      size += (chunk as Buffer).length
      if (size > LONGEST_LIST) return null
    }
    const [code] = await exited
    return code === 0 ? Buffer.concat(chunks).toString() : null
  } finally {
    clearTimeout(timer)
    lister.kill('SIGKILL')
  }
}
