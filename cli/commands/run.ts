import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { putObject } from '@podium/contract/calls/objects.ts'
import { startRun } from '@podium/contract/calls/runs.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { dataSetAddress } from '@podium/contract/rules/data-set-address.ts'
import { TIERS, type Tier } from '@podium/contract/rules/tiers.ts'
import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { fail } from '../cli-error.ts'
import { call, upload } from '../client.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { nameAndVersion } from '../find-data-set.ts'
import { followRun } from '../follow.ts'
import { bytesOf } from '../local-file.ts'
import { ALIAS_TO_INFER, PIPELINE, type ValuesOf } from '../options.ts'
import { parametersOf, typedParameters } from '../parameters.ts'
import { print } from '../print.ts'
import { destinationFor, findSolution, findVersion } from '../run-destination.ts'
import { pipelineOf } from '../run-filters.ts'

/** Matches paths that can only be local: an address in the bucket begins with a folder or with s3://. */
const LOCAL = /^(~|\.{0,2}\/)/

const DATA = {
  data: { value: 'FILE|ADDRESS', help: 'a file, which is uploaded, or an address in the bucket' },
  'data-set': { value: 'NAME[@v3]', help: 'a data set, its newest version without one' },
} as const

/** Starts a run of a solution. Missing instances and streams are created. */
export const run = command({
  name: 'run',
  args: '<solution>',
  about: 'start a run; -p step.name=value sets a parameter, -f follows the log',
  missing: 'Name the solution to run',
  options: {
    param: { value: 'step.name=value', short: 'p', multiple: true, help: 'a parameter; as often as needed' },
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
  },
  async run({ words: [name = ''], options, open }) {
    const pipeline = pipelineOf(options.pipeline ?? 'train')
    const typed = typedParameters(options.param ?? [])
    const { connection, workspace } = await open()
    const solution = await findSolution(connection, workspace, name)
    const version = await findVersion(connection, solution, options.version)
    const body = {
      pipeline,
      parameters: { [pipeline]: parametersOf(typed, version.metadata_json as Metadata, pipeline) },
      ...(options.tier === undefined ? {} : { execution_spec: tierOf(options.tier) }),
      ...(options.variable && { variables: variablesOf(options.variable) }),
      ...(options.alias === undefined ? {} : { model_from: options.alias }),
      ...(await dataOf(connection, workspace, options)),
    }
    const id = await destinationFor(connection, workspace, solution, version, options.stream, body)
    const query = { workspace_id: workspace.id }
    const started = await call(connection, startRun, { params: { id }, query, body })
    print(`Started ${started.name} (${started.id}).`)
    if (options.follow) await followRun(connection, started.id, 'process')
  },
})

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
