import { emptyTrash, listTrash, restoreTrash, type TrashedRun } from '@podium/contract/calls/retention.ts'
import { fail } from '../cli-error.ts'
import { call } from '../client.ts'
import { type At, command } from '../command.ts'
import { JSON_OUTPUT, SEARCH, WITHOUT_ASKING } from '../options.ts'
import { print, printFault, printJson } from '../print.ts'
import { agrees } from '../questions.ts'
import { readAll } from '../read-all.ts'
import { printRetained, runsInWords } from './retention.ts'

interface ReadTrash {
  trashed: TrashedRun[]
  /** the time at which the first page was read */
  as_of: string | undefined
}

async function readTrash({ connection, workspace }: At, q?: string): Promise<ReadTrash> {
  const params = { id: workspace.id }
  let as_of: string | undefined
  const trashed = await readAll(async (page) => {
    const reply = await call(connection, listTrash, { params, query: { ...page, q } })
    as_of ??= reply.as_of
    return { items: reply.trashed, total: reply.total }
  })
  return { trashed, as_of }
}

const list = command({
  name: 'trash [list]',
  about: 'the runs whose files are in the trash, and until when they can be restored',
  options: { search: SEARCH, json: JSON_OUTPUT },
  async run({ options, open }) {
    const at = await open()
    const { trashed } = await readTrash(at, options.search)
    if (options.json) return printJson(trashed)
    if (trashed.length === 0) return print(`The trash of ${at.workspace.display_name} is empty.`)
    const untilOf = new Map(trashed.map(({ run_id, removed_at }) => [run_id, removed_at]))
    printRetained(trashed, ({ run_id }) => untilOf.get(run_id) ?? '')
  },
})

const restore = command({
  name: 'trash restore',
  args: '<run>… | --all',
  about: 'give their files back',
  options: { all: { help: 'all runs of the trash' } },
  async run({ words: named, options, open }) {
    if (named.length === 0 && !options.all)
      return fail('Name the runs, or take all: podium trash restore <run>…, podium trash restore --all')
    const at = await open()
    const chosen = named.length === 0 ? null : choose(at, (await readTrash(at)).trashed, named)
    const params = { id: at.workspace.id }
    const { done, failed } = await call(at.connection, restoreTrash, { params, body: idsOf(chosen) })
    print(`The files of ${runsInWords(done)} are back.`)
    tellFailed(failed, chosen)
  },
})

const empty = command({
  name: 'trash empty',
  args: '[<run>…]',
  about: 'remove them for good; asks before, unless --yes',
  options: { yes: WITHOUT_ASKING },
  async run({ words: named, options, open }) {
    const at = await open()
    const { trashed, as_of } = await readTrash(at)
    const chosen = named.length === 0 ? null : choose(at, trashed, named)
    const runs = chosen ?? trashed
    if (runs.length === 0) return print(`The trash of ${at.workspace.display_name} is empty.`)
    const question = `Remove the files of ${runsInWords(runs.length)} for good? This cannot be undone.`
    if (!options.yes && !(await agrees(question))) return print('Nothing was done.')
    const params = { id: at.workspace.id }
    const reply = await call(at.connection, emptyTrash, { params, body: { ...idsOf(chosen), as_of } })
    print(`The files of ${runsInWords(reply.done)} are removed, ${reply.bytes} bytes.`)
    tellFailed(reply.failed, runs)
  },
})

export const TRASH = [list, restore, empty]

/** Returns the runs in the trash with those names or ids. */
function choose(at: At, trashed: readonly TrashedRun[], named: string[]): TrashedRun[] {
  return named.map((name) => {
    const found = trashed.find(({ run_id, run_name }) => [run_id, run_name].includes(name))
    return found ?? fail(`There is no run '${name}' in the trash of ${at.workspace.display_name}.`)
  })
}

function idsOf(runs: readonly TrashedRun[] | null) {
  return runs === null ? {} : { ids: runs.map(({ run_id }) => run_id) }
}

function tellFailed(
  failed: readonly { id: string; detail: string }[],
  runs: readonly TrashedRun[] | null,
): void {
  for (const { id, detail } of failed)
    printFault(`${runs?.find(({ run_id }) => run_id === id)?.run_name ?? id}: ${detail}`)
  if (failed.length > 0) process.exitCode = 1
}
