import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { deleteObject, putObject } from '@podium/contract/calls/objects.ts'
import { checkArchive, readSolution, registerArchive } from '@podium/contract/calls/solutions.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { archiveUpload } from '@podium/contract/rules/archive-uploads.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { fail } from '../cli-error.ts'
import { call, upload } from '../client.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { WITHOUT_ASKING } from '../options.ts'
import { ARCHIVE, filesOf, packFiles } from '../pack.ts'
import { print } from '../print.ts'
import { agrees } from '../questions.ts'
import { lookUpSolution } from '../run-destination.ts'
import { isHidden } from '../stays-here.ts'

const MAX_NAMES = 20
const MARKS = { good: '✓', warning: '!', wrong: '✗' } as const

/**
 * Packs a folder, has the server check it, and registers it. An existing name gets a next version; if a colleague
 * made it, a person at a terminal must agree. With --check nothing is registered, and a folder that would be refused
 * is a failure.
 */
export const register = command({
  name: 'register',
  args: '<folder>',
  about: 'register a solution, or its next version, from a folder; --check only checks it',
  missing: 'Name the folder to register',
  options: {
    check: { help: 'only say what is good, wrong or without effect' },
    yes: { ...WITHOUT_ASKING, help: "do not ask before a colleague's solution gets a version" },
  },
  async run({ words: [folder = ''], options, open }) {
    const { files, left_out } = await filesOf(resolve(folder), ARCHIVE)
    if (!files.some((file) => file.path === 'metadata.json'))
      fail(`${folder} has no metadata.json at its top level.`)
    const hidden = files.map((file) => file.path).filter(isHidden)
    if (hidden.length > 0) print(`Hidden files that go along: ${named(hidden)}.`)
    if (left_out.length > 0) print(`Left out: ${named(left_out)}.`)
    const { connection, workspace } = await open()
    const path = archiveUpload(randomUUID().replaceAll('-', ''))
    const target = { params: { id: workspace.id, path } }
    // Archives that cannot be removed here are removed by the server later.
    const discard = () => call(connection, deleteObject, target).catch(() => undefined)
    await upload(connection, putObject, target, () => packFiles(resolve(folder), files))
    try {
      const found = await checkUpload(connection, workspace, path)
      const question = await aboutColleague(connection, workspace, found)
      if (!options.check && (await goesOn(question, options.yes)))
        return await registerUpload(connection, workspace, path, found)
    } catch (error) {
      await discard()
      throw error
    }
    await discard()
    print(options.check ? 'Nothing was registered: this was a check.' : 'Nothing was registered.')
  },
})

/** Names the colleague whose solution gets a next version, and returns the question; null if it is the caller's own. */
async function aboutColleague(
  connection: Connection,
  workspace: Workspace,
  { name, solution_id, next_version }: Found,
): Promise<string | null> {
  if (solution_id === null || (await lookUpSolution(connection, workspace, name, { mine: '1' }))) return null
  const { created_by } = await call(connection, readSolution, { params: { id: solution_id } })
  if (created_by === '') return null
  print(`! ${name} was made by ${created_by}. For a solution of your own, change name in metadata.json.`)
  return `Register v ${next_version} of it?`
}

/** Asks no question without a terminal, so that pipelines keep working. */
async function goesOn(question: string | null, yes = false): Promise<boolean> {
  return question === null || yes || !process.stdin.isTTY || agrees(question)
}

type Found = ReplyOf<typeof checkArchive>

async function checkUpload(connection: Connection, workspace: Workspace, path: string): Promise<Found> {
  const query = { workspace_id: workspace.id }
  const found = await call(connection, checkArchive, { query, body: { path } })
  for (const check of found.checks)
    print(`${MARKS[check.level]} ${check.title}${check.detail && `: ${withoutBackticks(check.detail)}`}`)
  if (found.checks.some((check) => check.level === 'wrong')) fail('Nothing was registered.')
  return found
}

/** Removes the backticks, which only the console shows as code. */
function withoutBackticks(sentence: string): string {
  return sentence.replaceAll(/`([^`]+)`/g, '$1')
}

async function registerUpload(
  connection: Connection,
  workspace: Workspace,
  path: string,
  { solution_id }: Found,
): Promise<void> {
  const query = { workspace_id: workspace.id }
  const body = solution_id === null ? { path } : { path, solution_id }
  const done = await call(connection, registerArchive, { query, body })
  print(`Registered ${done.name} v${done.versions[0]?.version_num} in ${workspace.display_name}.`)
}

function named(paths: string[]): string {
  const more = paths.length - MAX_NAMES
  return `${paths.slice(0, MAX_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
