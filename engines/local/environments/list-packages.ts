import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type EnvironmentList, environmentList } from '@podium/contract/calls/environment-packages.ts'
import { MAX_PACKAGES } from '@podium/contract/calls/run-packages.ts'
import { writeEnvironment } from '../../attempt/environment-file.ts'
import { asOwner } from '../../attempt/folders.ts'
import type { PythonSettings } from '../../python-settings.ts'
import { startProgram } from '../descriptors.ts'
import type { Host } from '../host.ts'
import { atSamePath } from '../sandbox.ts'
import { SOURCE_COPY, UV_INDEXES } from './install-command.ts'
import type { InstallReport } from './install-report.ts'
import type { Installation } from './installation.ts'
import { MAX_LIST_BYTES } from './list-file.ts'
import { LIST_PROGRAM } from './list-program.ts'
import { versionKey } from './package-file-name.ts'
import { packageIndexes } from './package-index.ts'
import { packageSource } from './package-source.ts'
import { toolCommand } from './tool-command.ts'

const PATIENCE_MS = 60_000

type Listed = Omit<Installation, 'downloads'>

/**
 * Returns the content of an environment whose packages were just installed, or null if that fails. Build steps of
 * packages wrote its files, so they are read like untrusted data: with the identity and in the sandbox of the run,
 * without network.
 */
export async function listPackages(
  installation: Listed,
  { host, settings }: { host: Host; settings: PythonSettings },
  report: InstallReport,
): Promise<EnvironmentList | null> {
  const { attempt, plan, by, python, folder, uid } = installation
  const environment = join(folder.root, 'variables')
  try {
    await writeEnvironment(environment, { PATH: host.path, LANG: 'C.UTF-8' }, asOwner(uid))
    const lister = await startLister(installation, environment, host)
    const text = await textOf(lister)
    const printed = text === null ? null : (JSON.parse(text) as Printed)
    const uvIndexes = printed?.uv_indexes ?? ''
    const indexOf = packageIndexes(plan, by, settings, { report, uvIndexes })
    const packages = printed?.packages.map(({ direct_url, ...one }) => {
      const source = packageSource(direct_url, [attempt.directory.work, join(folder.build, SOURCE_COPY)])
      const reason = report.withdrawn.get(versionKey(one.name, one.version))
      return {
        ...one,
        source,
        index: source === null ? indexOf(one.name, one.version) : null,
        warnings: reason === undefined ? [] : [{ kind: 'withdrawn', reason }],
      }
    })
    const list = { tool: printed?.tool, file: plan.name, python, packages }
    return environmentList.safeParse(list).data ?? null
  } catch {
    return null
  } finally {
    await rm(environment, { force: true })
  }
}

/** The output of the program; everything in it is checked. */
interface Printed {
  tool: string
  uv_indexes: string
  packages: { name: string; version: string; direct_url: unknown }[]
}

async function startLister(listed: Listed, environment: string, host: Host): Promise<ChildProcess> {
  const { folder, by, readable } = listed
  const indexes = join(folder.build, UV_INDEXES)
  const command = toolCommand(listed, host, {
    reach: { readable: atSamePath([folder.root, ...readable]), writable: {}, start: folder.root },
    environment,
    command: [by.python, '-I', '-c', LIST_PROGRAM, folder.venv, by.uv ?? '', String(MAX_PACKAGES), indexes],
    network: false,
  })
  return startProgram(command, { cwd: '/', output: 'pipe' })
}

/** Returns the output, or null if it failed, took too long or printed too much. */
async function textOf(lister: ChildProcess): Promise<string | null> {
  const exited = once(lister, 'exit')
  const timer = setTimeout(() => lister.kill('SIGKILL'), PATIENCE_MS)
  try {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of lister.stdout as Readable) {
      chunks.push(chunk as Buffer)
      size += (chunk as Buffer).length
      if (size > MAX_LIST_BYTES) return null
    }
    const [code] = await exited
    return code === 0 ? Buffer.concat(chunks).toString() : null
  } finally {
    clearTimeout(timer)
    lister.kill('SIGKILL')
  }
}
