import { rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { downloadModel } from '@podium/contract/calls/models.ts'
import {
  type Artifact,
  listArtifacts,
  readArtifact,
  readArtifactArchive,
  readLog,
} from '@podium/contract/calls/run-files.ts'
import { CliError, fail } from '../cli-error.ts'
import { call, openOnce } from '../client.ts'
import { command } from '../command.ts'
import { type Connection, renewed } from '../connection.ts'
import { findRun } from '../find-run.ts'
import type { ValuesOf } from '../options.ts'
import { print } from '../print.ts'
import { type AskDownload, saveDownload } from '../save-download.ts'
import { LOG_TYPE, logTypeFrom } from './log-type.ts'

const MAX_NAMED = 20

const OPTIONS = {
  model: { help: 'the model instead' },
  log: { help: 'the log instead' },
  type: LOG_TYPE,
  output: { value: 'FILE', short: 'o', help: 'where to write it: a file, or a folder' },
  replace: { help: 'replace an existing file' },
} as const

export const download = command({
  name: 'download',
  args: '<run> [PATH]',
  about: 'the artifacts of a run as tar.gz, or one of them; --model or --log for these',
  missing: 'Name the run',
  options: OPTIONS,
  async run({ words: [named = '', path], options, connect }) {
    if ([options.model, options.log, path].filter(Boolean).length > 1)
      return fail('Use only one of PATH, --model and --log.')
    const connection = await connect()
    const run = await findRun(connection, named, options.workspace)
    const { name, ask } = await findWanted(connection, run, path, options)
    const file = await fileFor(options.output, name)
    if (!options.replace && (await isThere(file)))
      return fail(`${file} already exists. Choose another name with -o, or replace it with --replace.`)
    await keep(ask, file)
    print(`Wrote ${file}.`)
  },
})

async function findWanted(
  connection: Connection,
  { id, name }: { id: string; name: string },
  path: string | undefined,
  options: ValuesOf<typeof OPTIONS>,
): Promise<{ name: string; ask: AskDownload }> {
  const params = { id }
  const own = name.replaceAll(/[^\w.-]/g, '-')
  if (options.model)
    return {
      name: `${own}-model.tar.gz`,
      ask: async (headers) => openOnce(await renewed(connection), downloadModel, { params }, { headers }),
    }
  if (options.log) {
    const log_type = logTypeFrom(options)
    return {
      name: `${own}-${log_type}.log`,
      ask: async (headers) =>
        openOnce(await renewed(connection), readLog, { params, query: { log_type } }, { headers }),
    }
  }
  if (path) {
    const { artifacts } = await call(connection, listArtifacts, { params })
    if (!artifacts.some((artifact) => artifact.path === path)) return fail(noFile(name, path, artifacts))
    return {
      name: basename(path),
      ask: async (headers) =>
        openOnce(await renewed(connection), readArtifact, { params: { id, path } }, { headers }),
    }
  }
  return {
    name: `${own}.tar.gz`,
    ask: async (headers) => openOnce(await renewed(connection), readArtifactArchive, { params }, { headers }),
  }
}

function noFile(run: string, path: string, artifacts: Artifact[]): string {
  const left = artifacts.slice(0, MAX_NAMED).map((artifact) => artifact.path)
  const more = artifacts.length - left.length
  const list = more > 0 ? [...left, `and ${more} more`] : left
  return `${run} has no artifact ${path}. It has ${list.join(', ') || 'none'}.`
}

/** Returns the named file, or the file of that name in the named folder. */
async function fileFor(output = '.', name: string): Promise<string> {
  const named = await stat(output).catch(() => null)
  return named?.isDirectory() ? join(output, name) : output
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}

/** Uses a temporary name, so that an interrupted download leaves no file that looks complete. */
async function keep(ask: AskDownload, file: string): Promise<void> {
  const part = `${file}.part`
  try {
    await saveDownload(ask, part)
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    if (error instanceof CliError) throw error
    fail(`${file} could not be written whole: ${(error as Error).message}`)
  }
}
