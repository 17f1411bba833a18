import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { createInstance, deleteInstance, listInstances } from '@podium/contract/instances.ts'
import { putObject } from '@podium/contract/objects.ts'
import { startRun } from '@podium/contract/runs.ts'
import { listSolutions, type Solution } from '@podium/contract/solutions.ts'
import { createStream, deleteStream, listStreams } from '@podium/contract/streams.ts'
import { TIERS, type Tier } from '@podium/contract/tiers.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import { call, upload } from '../client.ts'
import { type Connection, connect } from '../connection.ts'
import { followRun } from '../follow.ts'
import type { Options } from '../options.ts'
import { say } from '../said.ts'
import { chooseWorkspace } from '../workspace.ts'

/** Starts a run of a solution; instance and stream are made where they are missing. */
export async function runRun([name]: string[], options: Options): Promise<void> {
  if (!name) return say('Name the solution to run: podium run <solution> [-p step.argument=value] [-f]')
  const pipeline = pipelineOf(options.pipeline)
  const connection = await connect(options.server)
  const workspace = await chooseWorkspace(connection, options.workspace)
  const solution = await findSolution(connection, workspace, name)
  const body = {
    pipeline,
    parameters: { [pipeline]: parametersOf(options.param ?? []) },
    ...(options.tier === undefined ? {} : { execution_spec: tierOf(options.tier) }),
    ...(options.data === undefined
      ? {}
      : { dataset_uri: await dataAddress(connection, workspace, options.data) }),
  }
  const place = await placeFor(connection, workspace, solution, options)
  const query = { workspace_id: workspace.id }
  const run = await call(connection, startRun, { params: { id: place.stream_id }, query, body }).catch(
    async (refusal) => {
      // What was made for a run that may not start is taken back: the instance takes its stream along.
      await place.takeBack()
      throw refusal
    },
  )
  console.log(`Started ${run.name} (${run.id}).`)
  if (options.follow) await followRun(connection, run.id, 'process')
}

function pipelineOf(sent = 'train'): 'train' | 'inference' {
  return sent === 'train' || sent === 'inference'
    ? sent
    : say(`The pipeline is train or inference, not '${sent}'.`)
}

function tierOf(sent: string): Tier {
  return (
    TIERS.find((tier) => tier === sent) ??
    say(`There is no tier '${sent}'. The tiers are ${TIERS.join(', ')}.`)
  )
}

/** `train.epochs=40` as typed text: numbers, true, false and lists as JSON, anything else as it stands. */
export function parametersOf(given: string[]): Record<string, Record<string, unknown>> {
  const chosen: Record<string, Record<string, unknown>> = {}
  for (const text of given) {
    const [, step, argument, value = ''] = /^([^.=]+)\.([^=]+)=(.*)$/s.exec(text) ?? []
    if (!step || !argument) return say(`'${text}' is no parameter. Write it like train.epochs=40.`)
    chosen[step] = { ...chosen[step], [argument]: typedValue(value) }
  }
  return chosen
}

function typedValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function findSolution(connection: Connection, workspace: Workspace, name: string): Promise<Solution> {
  const query = { workspace_id: workspace.id, q: name, page_size: 1000 }
  const { solutions } = await call(connection, listSolutions, { query })
  const found = solutions.find((solution) => solution.name.toLowerCase() === name.toLowerCase())
  return found ?? say(`There is no solution '${name}' in ${workspace.display_name}.`)
}

/** The stream a run of the solution goes to, and how to take back what had to be made for it. */
async function placeFor(
  connection: Connection,
  workspace: Workspace,
  solution: Solution,
  options: Options,
): Promise<{ stream_id: string; takeBack: () => Promise<unknown> }> {
  const version = options.version
    ? solution.versions.find(({ version_num }) => String(version_num) === options.version?.replace(/^v/, ''))
    : solution.versions[0]
  if (!version) return say(`${solution.name} has no version ${options.version}.`)
  const query = { workspace_id: workspace.id }
  const name = `${solution.name}-v${version.version_num}`
  const { instances } = await call(connection, listInstances, {
    query: { ...query, solution_version_id: version.id, q: name, page_size: 1000 },
  })
  const knownInstance = instances.find((candidate) => candidate.name === name)
  const instance =
    knownInstance ??
    (await call(connection, createInstance, { query, body: { name, solution_version_id: version.id } }))
  const wanted = options.stream ?? name
  const { streams } = await call(connection, listStreams, {
    query: { ...query, instance_id: instance.id, q: wanted, page_size: 1000 },
  })
  const knownStream = streams.find((candidate) => candidate.name === wanted)
  const stream =
    knownStream ??
    (await call(connection, createStream, { query, body: { instance_id: instance.id, name: wanted } }))
  return {
    stream_id: stream.id,
    async takeBack() {
      if (!knownInstance) await call(connection, deleteInstance, { params: { id: instance.id } })
      else if (!knownStream) await call(connection, deleteStream, { params: { id: stream.id } })
    },
  }
}

/** A file of this machine is uploaded first; anything else is an address in the bucket. */
async function dataAddress(connection: Connection, workspace: Workspace, data: string): Promise<string> {
  const local = await stat(data).catch(() => null)
  if (!local) return data
  if (!local.isFile()) return say(`${data} is a folder. Name one file, or an address in the bucket.`)
  const folder = `uploads/${randomUUID()}/`
  const params = { id: workspace.id, path: folder + basename(data) }
  await upload(connection, putObject, { params }, createReadStream(data))
  return folder
}
