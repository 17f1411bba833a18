import { basename } from 'node:path'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { fail } from '../cli-error.ts'
import type { Connection } from '../connection.ts'
import { agrees } from '../questions.ts'
import { carriedFiles } from './carried-files.ts'
import type { EntryPoint } from './entry-point.ts'
import { findFiles, type LeftOut } from './find-files.ts'
import { completeMetadata, describeFolder } from './folder-metadata.ts'
import { commitOf, remoteName } from './git.ts'
import { bytesIn, digestOf, type HashedFile, hashFiles, type SentFiles } from './hash-files.ts'
import { localWords } from './local-words.ts'
import type { OwnFolder, Remembered } from './own-folder.ts'
import { type StartedProgram, startedEntry, startedProgram, versionMetadata } from './program-form.ts'
import { pushData } from './push-data.ts'
import { registerFolder } from './register-folder.ts'
import { fromCommit, leftOutSentences, secretsSentence, sizeSentence } from './sentences.ts'
import { solutionNameFrom } from './solution-name.ts'
import {
  type FolderSolution,
  type NewestVersion,
  newestVersion,
  solutionOfFolder,
} from './solution-of-folder.ts'
import type { Target } from './target.ts'
import type { TypedProgram } from './typed-program.ts'

/** More bytes than this are not sent without a question. */
const MANY_BYTES = 100 * 1024 ** 2

/** A program that was typed, or one that the folder says how to start. */
export type ChosenProgram = { typed: TypedProgram } | { entry: EntryPoint }

export interface Preparation {
  connection: Connection
  workspace: Workspace
  target: Target
  own: OwnFolder
  remembered: Remembered | null
  /** the folder's own metadata.json, if it has one */
  ownMetadata: Metadata | null
  /** null for the pipeline of the folder's own metadata.json */
  program: ChosenProgram | null
  /** the name that a person typed */
  name: string | undefined
  /** true if the person agreed to everything beforehand */
  isAgreed: boolean
  say(sentence: string): void
}

/** A version that holds the folder as it is now, and the program that runs in it. */
export interface Prepared {
  solution_id: string
  name: string
  version_id: string
  start: StartedProgram | null
  /** the address of the files that are laid over the source */
  files_uri: string | null
}

/** Brings the folder to the server as it is now: a version if it differs from the newest one, and its data. */
export async function prepareFolder(preparation: Preparation): Promise<Prepared> {
  const { connection, workspace, own, say } = preparation
  const sent = await own.readSent()
  const content = await readContent(preparation, sent)
  const state = await compare(preparation, content)
  const { name, solution, newest, isChanged } = state
  if (state.notice !== null) say(state.notice)
  await askAboutSize([...(isChanged ? content.archive : []), ...content.laidOver], sent, preparation)
  let version = { solution_id: solution?.id ?? '', version_id: newest?.id ?? '' }
  const known = preparation.remembered?.files
  // The data come first, so that the version can name them for runs that are started from it elsewhere.
  const data = await pushData(connection, workspace, name, content.laidOver, known)
  const files_uri = data?.address ?? null
  if (isChanged) version = await registerChanged(preparation, content, state, files_uri)
  else say(`Unchanged since v ${newest?.number}.`)
  const remember = {
    server: connection.address,
    workspace_id: workspace.id,
    solution_id: version.solution_id,
    name,
  }
  await own.rememberSolution({ ...remember, ...(data && { files: data.pushed }) })
  await own.rememberSent([...content.archive, ...content.laidOver])
  return { ...version, name, start: content.start, files_uri }
}

/** What goes along. */
interface Content {
  archive: HashedFile[]
  laidOver: HashedFile[]
  leftOut: LeftOut[]
  start: StartedProgram | null
}

async function readContent(
  { target, program, ownMetadata, say }: Preparation,
  sent: SentFiles,
): Promise<Content> {
  const found = await findFiles(target.root)
  const typed = program && 'typed' in program ? program.typed : null
  const local = await localWords(target, typed?.words ?? [], found)
  for (const { from, to } of local.moved) say(`${from} goes along as ${to}.`)
  if (local.secrets.length > 0) say(secretsSentence(local.secrets))
  const named = { source: found.source, data: [...found.data, ...local.files] }
  const { archive, laidOver } = carriedFiles(named, ownMetadata !== null)
  return {
    archive: await hashFiles(archive, sent),
    laidOver: await hashFiles(laidOver, sent),
    leftOut: found.leftOut,
    start: await startOf(target, program, local.words),
  }
}

async function startOf(
  target: Target,
  program: ChosenProgram | null,
  words: string[],
): Promise<StartedProgram | null> {
  if (program === null) return null
  if ('entry' in program) return startedEntry(target, program.entry)
  return startedProgram(target, { ...program.typed, words })
}

/** The folder beside what the server has of it. */
interface State extends FolderSolution {
  newest: NewestVersion | null
  /** the metadata without what each version adds */
  described: Record<string, unknown>
  digest: string
  isChanged: boolean
}

async function compare(preparation: Preparation, { archive }: Content): Promise<State> {
  const { connection, workspace, target, ownMetadata } = preparation
  const isNamed = preparation.name !== undefined
  const found = await solutionOfFolder(connection, workspace, await nameFor(preparation), isNamed)
  const paths = new Set(archive.map(({ path }) => path))
  const described = ownMetadata
    ? await completeMetadata(target, ownMetadata, paths)
    : await describeFolder(target, found.name, paths)
  const digest = digestOf(archive, ownMetadata ? {} : described)
  const newest = await newestVersion(connection, found.solution)
  return { ...found, newest, described, digest, isChanged: newest?.digest !== digest }
}

async function nameFor({ name, ownMetadata, remembered, target: { root } }: Preparation): Promise<string> {
  const known = name ?? ownMetadata?.name ?? remembered?.name
  if (known !== undefined) return known
  const found =
    solutionNameFrom((await remoteName(root)) ?? basename(root)) ?? solutionNameFrom(basename(root))
  return (
    found ??
    fail(`'${basename(root)}' cannot be the name of a solution: give one with --name, such as --name churn.`)
  )
}

async function registerChanged(
  { connection, workspace, target, say }: Preparation,
  { archive, leftOut, start }: Content,
  { name, solution, described, digest }: State,
  files_uri: string | null,
): Promise<{ solution_id: string; version_id: string }> {
  for (const sentence of leftOutSentences(leftOut)) say(sentence)
  const commit = await commitOf(target.root)
  const metadata = versionMetadata(described, { name, folder: { digest, ...commit }, start, files_uri })
  const solutionId = solution?.id ?? null
  const done = await registerFolder(connection, workspace, {
    root: target.root,
    files: archive,
    metadata,
    solutionId,
  })
  const [version] = done.versions
  if (!version) return fail(`The version of ${name} was deleted meanwhile: repeat the command.`)
  for (const warning of done.warnings) say(`! ${warning}`)
  say(`Registered ${name} v ${version.version_num}${fromCommit(commit)}.`)
  return { solution_id: done.id, version_id: version.id }
}

/** Asks before many bytes are sent that the server has not got from this folder yet. */
async function askAboutSize(files: HashedFile[], sent: SentFiles, { isAgreed }: Preparation): Promise<void> {
  const known = new Set([...sent.values()].map(({ sha256 }) => sha256))
  const unsent = files.filter(({ sha256 }) => !known.has(sha256))
  const bytes = bytesIn(unsent)
  if (bytes <= MANY_BYTES || isAgreed) return
  const sentence = sizeSentence(unsent, bytes)
  if (!process.stdin.isTTY) fail(`${sentence} Or send them all with --yes.`)
  if (!(await agrees(`${sentence} Send them?`))) fail('Nothing was sent, and no run was started.')
}
