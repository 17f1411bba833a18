import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { putObject } from '@podium/contract/calls/objects.ts'
import { startRun } from '@podium/contract/calls/runs.ts'
import type { Solution } from '@podium/contract/calls/solutions.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { dataSetAddress } from '@podium/contract/rules/data-set-address.ts'
import { TIERS, type Tier } from '@podium/contract/rules/tiers.ts'
import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { fail } from '../cli-error.ts'
import { call, upload } from '../client.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { nameAndVersion } from '../find-data-set.ts'
import { readOwnMetadata } from '../folder/folder-metadata.ts'
import { runFolder } from '../folder/run-folder.ts'
import { isLocal, isProgram } from '../folder/target.ts'
import { followRun } from '../follow.ts'
import { bytesOf } from '../local-file.ts'
import { ALIAS_TO_INFER, PIPELINE, type ValuesOf, WITHOUT_ASKING } from '../options.ts'
import { parametersOf, typedParameters } from '../parameters.ts'
import { print } from '../print.ts'
import { destinationFor, findVersion, lookUpSolution } from '../run-destination.ts'
import { pipelineOf } from '../run-filters.ts'

/** Matches paths that can only be local: an address in the bucket begins with a folder or with s3://. */
const LOCAL = /^(~|\.{0,2}\/)/

const DATA = {
  data: { value: 'FILE|ADDRESS', help: 'a file, which is uploaded, or an address in the bucket' },
  'data-set': { value: 'NAME[@v3]', help: 'a data set, its newest version without one' },
} as const

/** The options of a folder that runs. */
const FOLDER = {
  root: { value: 'FOLDER', help: 'the folder that goes along, if not the whole repository or project' },
  name: { value: 'NAME', help: 'the name of the solution that a folder becomes' },
  with: { value: 'PACKAGE', multiple: true, help: "add a package to the folder's own list" },
  detach: { short: 'd', help: 'do not follow the log of a folder' },
  json: { help: 'print the run of a folder as JSON, and do not follow it' },
  yes: { ...WITHOUT_ASKING, help: 'do not ask before much is sent' },
} as const

/**
 * Starts a run of a solution, or of a folder or file of this machine, which is registered first. Missing instances and
 * streams are created.
 */
export const run = command({
  name: 'run',
  args: '<folder, file or solution> [-- …]',
  about:
    'run a folder or file as it is, or start a solution; -p name=value sets a parameter, -f follows the log',
  missing: 'Name a folder, a file or a solution',
  programAfter: isProgram,
  options: {
    param: { value: 'name=value', short: 'p', multiple: true, help: 'a parameter; as often as needed' },
    follow: { short: 'f', help: 'follow the log until the run has ended' },
    pipeline: PIPELINE,
    version: { value: 'N', help: 'a version of the solution, the newest if left out' },
    stream: { value: 'NAME', help: 'the stream, which is made if it is missing' },
    tier: { value: 'TIER', help: TIERS.join(', ') },
    ...DATA,
    variable: {
      value: 'NAME=value',
      multiple: true,
      help: 'add a variable to this run, or replace its value',
    },
    alias: ALIAS_TO_INFER,
    ...FOLDER,
  },
  async run({ words: [name = ''], options, program, connect, open }) {
    const pipeline = pipelineOf(options.pipeline ?? 'train')
    if (isLocal(name)) {
      if (options.version !== undefined || options.alias !== undefined)
        fail('--version and --alias choose among what is registered: name the solution instead of a folder.')
      return runFolder({
        named: name,
        words: program,
        pipeline,
        options,
        connect,
        choices: (connection, workspace) => choicesOf(connection, workspace, options),
      })
    }
    if (program !== null)
      fail(
        `${name} is a solution, which has its own program. For the folder of that name: podium run ./${name} -- …`,
      )
    refuseFolderOptions(options)
    const typed = typedParameters(options.param ?? [])
    const { connection, workspace } = await open()
    const solution = await findSolutionHere(connection, workspace, name, options.version === undefined)
    const version = await findVersion(connection, solution, options.version)
    const body = {
      pipeline,
      parameters: { [pipeline]: parametersOf(typed, version.metadata_json as Metadata, pipeline) },
      ...(options.alias === undefined ? {} : { model_from: options.alias }),
      ...(await choicesOf(connection, workspace, options)),
    }
    const id = await destinationFor(connection, workspace, solution, version, options.stream, body)
    const query = { workspace_id: workspace.id }
    const started = await call(connection, startRun, { params: { id }, query, body })
    print(`Started ${started.name} (${started.id}).`)
    if (options.follow) await followRun(connection, started.id, 'process')
  },
})

async function choicesOf(
  connection: Connection,
  workspace: Workspace,
  options: ValuesOf<typeof DATA> & { tier?: string; variable?: string[] },
) {
  return {
    ...(options.tier === undefined ? {} : { execution_spec: tierOf(options.tier) }),
    ...(options.variable && { variables: variablesOf(options.variable) }),
    ...(await dataOf(connection, workspace, options)),
  }
}

/**
 * Finds the solution, and asks for `./NAME` where a folder of that name is here that the solution does not describe.
 * @param mayBeFolder false if an option says that a solution is meant
 */
async function findSolutionHere(
  connection: Connection,
  workspace: Workspace,
  name: string,
  mayBeFolder: boolean,
): Promise<Solution> {
  const isHere = mayBeFolder && (await stat(name).catch(() => null))?.isDirectory()
  const solution = await lookUpSolution(connection, workspace, name)
  if (!solution)
    return fail(
      `There is no solution '${name}' in ${workspace.display_name}.${isHere ? ` For the folder here: podium run ./${name}` : ''}`,
    )
  if (isHere && (await readOwnMetadata(name))?.name !== solution.name)
    fail(
      `${name} is a solution and a folder here. For the folder: podium run ./${name}. For the solution, say which version: podium run ${name} --version ${solution.versions[0]?.version_num ?? 1}`,
    )
  return solution
}

function refuseFolderOptions(options: ValuesOf<typeof FOLDER>): void {
  for (const name of ['root', 'name', 'with'] as const)
    if (options[name] !== undefined) fail(`--${name} is for a folder, such as: podium run --${name} … .`)
}

/** Parses options of the form `NAME=value`. */
function variablesOf(typed: string[]): Record<string, string> {
  const pairs = typed.map((each) => {
    const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(each) ?? []
    return name ? ([name, value] as const) : fail(`'${each}' is not a variable. Write it like NAME=value.`)
  })
  return Object.fromEntries(pairs)
}

function tierOf(sent: string): Tier {
  return (
    TIERS.find((tier) => tier === sent) ??
    fail(`There is no tier '${sent}'. The tiers are ${TIERS.join(', ')}.`)
  )
}

async function dataOf(connection: Connection, workspace: Workspace, options: ValuesOf<typeof DATA>) {
  const { data, 'data-set': dataSet } = options
  if (dataSet !== undefined && data !== undefined) return fail('Use only one of --data and --data-set.')
  if (dataSet !== undefined) {
    const { name, version } = nameAndVersion(dataSet)
    return { dataset_uri: dataSetAddress(name, version) }
  }
  return data === undefined ? {} : { dataset_uri: await dataAddress(connection, workspace, data) }
}

/** Uploads a local file first. Anything else is an address in the bucket. */
async function dataAddress(connection: Connection, workspace: Workspace, data: string): Promise<string> {
  const local = await stat(data).catch(() => null)
  if (!local && LOCAL.test(data)) return fail(`There is no file ${data} on this machine.`)
  if (!local) return data
  if (!local.isFile()) return fail(`${data} is a folder. Name one file, or an address in the bucket.`)
  const folder = `uploads/${randomUUID()}/`
  const params = { id: workspace.id, path: folder + basename(data) }
  await upload(
    connection,
    putObject,
    { params },
    () => Readable.from(bytesOf(data, { path: data, size: local.size })),
    local.size,
  )
  return folder
}
