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
import { chooseEntry } from './choose-entry.ts'
import { readOwnMetadata } from './folder-metadata.ts'
import { streamOfFolder } from './folder-stream.ts'
import { interruptible } from './interruption.ts'
import { type OwnFolder, openOwnFolder, type Remembered } from './own-folder.ts'
import { addImports, addMissing, addPackages, assertPackages } from './own-packages.ts'
import { type ChosenProgram, type Prepared, prepareFolder } from './prepare-folder.ts'
import { pythonFileOf, STEP } from './program-form.ts'
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
  assertPackages(options.with ?? [])
  const typed = typedProgram(run, target)
  if (typed?.dropped) say(`${typed.dropped} is left out: the run has the packages of the project already.`)
  if (options.param && (typed || !ownMetadata))
    fail(
      '-p sets a parameter of a pipeline in metadata.json. Write the flags of a program behind it instead.',
    )
  const program = typed ? { typed } : ownMetadata ? null : { entry: await chooseEntry(named, target, say) }
  const connection = await run.connect()
  const own = await openOwnFolder(target.root)
  const known = await rememberedAt(own, connection)
  const workspace = await chooseWorkspace(connection, options.workspace ?? known?.workspace_id)
  const choices = await run.choices(connection, workspace)
  const started = await interruptible(() =>
    own.alone(async () => {
      await addPackages(target.root, options.with ?? [], say)
      await addNeeded(target, program, options.yes ?? false, say)
      // A command before this one may have registered the folder by now.
      const remembered = await rememberedAt(own, connection)
      const prepared = await prepareFolder({
        connection,
        workspace,
        target,
        own,
        remembered: remembered?.workspace_id === workspace.id ? remembered : null,
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

async function rememberedAt(own: OwnFolder, { address }: Connection): Promise<Remembered | null> {
  const known = await own.readSolution()
  return known?.server === address ? known : null
}

/** The program that was typed; null if none was. */
function typedProgram({ words }: FolderRun, { file }: Target): TypedProgram | null {
  const command = file === null ? null : commandFor(file)
  if (command) return { command, words: words ?? [], file, dropped: null }
  return words === null ? null : splitProgram(words)
}

/** Writes the packages of the program into the folder's list, where no file of the project names them. */
async function addNeeded(
  target: Target,
  program: ChosenProgram | null,
  isAgreed: boolean,
  say: (sentence: string) => void,
): Promise<void> {
  if (program === null) return
  if ('entry' in program) {
    const fromOwnFolder = (line: string) => line.replace(/^-r\s+/, '-r ../')
    return addMissing(target.root, program.entry.requirements.map(fromOwnFolder), say)
  }
  const file = await pythonFileOf(target, program.typed)
  if (file !== null) await addImports({ target, file, isAgreed, say })
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
