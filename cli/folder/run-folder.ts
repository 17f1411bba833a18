import { startRun } from '@podium/contract/calls/runs.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import type { ArgumentsOf } from '@podium/contract/wire/call.ts'
import { fail } from '../cli-error.ts'
import { call } from '../client.ts'
import type { Connection } from '../connection.ts'
import { followRun } from '../follow.ts'
import { parametersOf, typedParameters } from '../parameters.ts'
import { print, printFault, printJson } from '../print.ts'
import { chooseWorkspace } from '../workspace.ts'
import { readOwnMetadata } from './folder-metadata.ts'
import { streamOfFolder } from './folder-stream.ts'
import { interruptible } from './interruption.ts'
import { openOwnFolder } from './own-folder.ts'
import { addPackages } from './own-packages.ts'
import { type Prepared, prepareFolder } from './prepare-folder.ts'
import { STEP } from './program-form.ts'
import { commandFor, findTarget, type Target } from './target.ts'
import { splitProgram, type TypedProgram } from './typed-program.ts'

type Start = ArgumentsOf<typeof startRun>['body']

export interface FolderRun {
  /** the folder or file as it was typed */
  named: string
  /** the words behind the file or `--`; null if none were typed */
  words: string[] | null
  pipeline: 'train' | 'inference'
  options: {
    root?: string
    name?: string
    with?: string[]
    param?: string[]
    stream?: string
    yes?: boolean
    detach?: boolean
    json?: boolean
    workspace?: string
  }
  connect(): Promise<Connection>
  /** what else a person may choose for a run: tier, variables, data */
  choices(connection: Connection, workspace: Workspace): Promise<Partial<Start>>
}

/** Runs a program in a folder of this machine: registers the folder if it changed, starts the run, and follows it. */
export async function runFolder(run: FolderRun): Promise<void> {
  const { named, options, pipeline } = run
  const say = options.json ? printFault : print
  const target = await findTarget(named, options.root)
  const ownMetadata = await readOwnMetadata(target.root)
  const program = programOf(run, target, ownMetadata !== null)
  if (program?.dropped)
    say(`${program.dropped} is left out: the run has the packages of the project already.`)
  if (program && options.param)
    fail(
      '-p sets a parameter of a pipeline in metadata.json. Write the flags of a program behind it instead.',
    )
  const connection = await run.connect()
  const own = await openOwnFolder(target.root)
  const known = await own.readSolution()
  const remembered = known?.server === connection.address ? known : null
  const workspace = await chooseWorkspace(connection, options.workspace ?? remembered?.workspace_id)
  const choices = await run.choices(connection, workspace)
  const started = await interruptible(() =>
    own.alone(async () => {
      await addPackages(target.root, options.with ?? [], say)
      const prepared = await prepareFolder({
        connection,
        workspace,
        target,
        own,
        remembered: remembered?.workspace_id === workspace.id ? await own.readSolution() : null,
        ownMetadata,
        program,
        name: options.name,
        isAgreed: options.yes ?? false,
        say,
      })
      const parameters =
        ownMetadata && !program
          ? parametersOf(typedParameters(options.param ?? []), ownMetadata, pipeline)
          : undefined
      const body = {
        ...bodyOf(prepared, pipeline),
        ...(parameters && { parameters: { [pipeline]: parameters } }),
        ...choices,
      }
      const id = await streamOfFolder(connection, workspace, prepared, body, options.stream)
      const query = { workspace_id: workspace.id }
      return call(connection, startRun, { params: { id }, query, body })
    }),
  )
  if (options.json) return printJson(started)
  print(`Started ${started.name} (${started.id}).`)
  const page = `${connection.address}/inferenceModel/run/${started.id}`
  if (!options.detach) await followRun(connection, started.id, 'process')
  print(page)
}

/** The program that was typed; null for the pipeline of the folder's own metadata.json. */
function programOf({ words, named }: FolderRun, { file }: Target, hasPipeline: boolean): TypedProgram | null {
  const command = file === null ? null : commandFor(file)
  if (command) return { command, words: words ?? [], file, dropped: null }
  if (words !== null) return splitProgram(words)
  if (hasPipeline) return null
  return fail(
    `Name the program of ${named === '.' ? 'this folder' : named}, such as: podium run ${named} -- python train.py --epochs 30`,
  )
}

function bodyOf({ start, version_id, files_uri }: Prepared, pipeline: 'train' | 'inference'): Start {
  const program = start && { ...start.program, ...(files_uri !== null && { files_uri }) }
  return {
    pipeline,
    solution_version_id: version_id,
    ...(program && { program }),
    ...(start && { parameters: { [pipeline]: { [STEP]: start.values } } }),
  }
}
