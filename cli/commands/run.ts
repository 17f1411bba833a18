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
import { type Connection, connect } from '../connection.ts'
import { nameAndVersion } from '../find-data-set.ts'
import { followRun } from '../follow.ts'
import { bytesOf } from '../local-file.ts'
import type { Options } from '../options.ts'
import { parametersOf, typedParameters } from '../parameters.ts'
import { print } from '../print.ts'
import { destinationFor, findSolution, findVersion } from '../run-destination.ts'
import { pipelineOf } from '../run-filters.ts'
import { chooseWorkspace } from '../workspace.ts'

/** Matches paths that can only be local: an address in the bucket begins with a folder or with s3://. */
const LOCAL = /^(~|\.{0,2}\/)/

/** Starts a run of a solution. Missing instances and streams are created. */
export async function runRun([name]: string[], options: Options): Promise<void> {
  if (!name) return fail('Name the solution to run: podium run <solution> [-p step.argument=value] [-f]')
  const pipeline = pipelineOf(options.pipeline ?? 'train')
  const typed = typedParameters(options.param ?? [])
  const connection = await connect(options.server)
  const workspace = await chooseWorkspace(connection, options.workspace)
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
  const run = await call(connection, startRun, {
    params: { id },
    query: { workspace_id: workspace.id },
    body,
  })
  print(`Started ${run.name} (${run.id}).`)
  if (options.follow) await followRun(connection, run.id, 'process')
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

async function dataOf(connection: Connection, workspace: Workspace, options: Options) {
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
