import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type DataSetFile, listDataSetFiles } from '@podium/contract/calls/data-set-files.ts'
import {
  checkDataSetDeletion,
  checkDataSetVersionDeletion,
  createDataSet,
  type DataSet,
  deleteDataSet,
  deleteDataSetVersion,
  listDataSets,
} from '@podium/contract/calls/data-sets.ts'
import { fail } from '../cli-error.ts'
import { call } from '../client.ts'
import { type At, command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { findDataSet, nameAndVersion } from '../find-data-set.ts'
import { JSON_OUTPUT, SEARCH, WITHOUT_ASKING } from '../options.ts'
import { DATA, filesOf } from '../pack.ts'
import { print, printFault, printJson, printRows } from '../print.ts'
import { placeIn, pullFile } from '../pull-file.ts'
import { pushFiles } from '../push-files.ts'
import { agrees } from '../questions.ts'
import { readAll } from '../read-all.ts'

const list = command({
  name: 'data-sets [list]',
  about: 'the data sets of the workspace',
  options: { search: SEARCH, json: JSON_OUTPUT },
  async run({ options, open }) {
    const { connection, workspace } = await open()
    const query = { workspace_id: workspace.id, ...(options.search && { q: options.search }) }
    const found = await readAll(async (page) => {
      const { data_sets, total } = await call(connection, listDataSets, { query: { ...query, ...page } })
      return { items: data_sets, total }
    })
    if (options.json) return printJson(found)
    if (found.length === 0) return print(`No data set matches in ${workspace.display_name}.`)
    printRows([
      ['DATA SET', 'VERSION', 'FILES', 'BYTES', 'RUNS', 'UPDATED', 'NOTE'],
      ...found.map(({ name, version, files, size, runs, updated_at, note }) => [
        name,
        version === null ? '' : `v${version}`,
        String(files),
        String(size),
        String(runs),
        updated_at,
        note,
      ]),
    ])
  },
})

const push = command({
  name: 'data-sets push',
  args: '<name> <folder>',
  about: 'upload a folder as the next version; sends only what the server lacks',
  missing: 'Name the data set and the folder',
  options: {
    keep: { help: 'add to the files of the newest version' },
    note: { value: 'TEXT', help: 'a note on the version' },
  },
  async run({ words: [name = '', folder = ''], options: { keep = false, note = '' }, open }) {
    const { version } = nameAndVersion(name)
    if (version !== null) return fail('A push makes the next version: leave the version out.')
    const source = resolve(folder)
    const { files, left_out } = await filesOf(source, DATA)
    if (left_out.length > 0) printFault(`Left out: ${left_out.join(', ')}.`)
    if (files.length === 0) return fail(`${folder} holds no file to upload.`)
    const { connection, workspace } = await open()
    const query = { workspace_id: workspace.id }
    const { id } =
      (await findDataSet(connection, workspace, name)) ??
      (await call(connection, createDataSet, { query, body: { name } }))
    const made = await pushFiles(connection, id, source, files, { keep, note })
    // An older server does not send this field.
    if (made.is_new === false)
      return print(`Nothing was added: ${name} v${made.version} has these files already.`)
    print(
      `${name} v${made.version}: ${made.files} files, ${made.size} bytes. Use it with --data-set ${name}@v${made.version}.`,
    )
  },
})

const pull = command({
  name: 'data-sets pull',
  args: '<name>[@v3] [FOLDER]',
  about: 'download a version',
  missing: 'Name the data set',
  options: { replace: { help: 'go on in a folder that exists' } },
  async run({ words: [named = '', folder], options, open }) {
    const { connection, dataSet, version } = await find(named, open)
    const n = version ?? dataSet.version ?? fail(`${dataSet.name} has no version yet.`)
    const target = resolve(folder ?? dataSet.name)
    if (!options.replace && (await stat(target).catch(() => null)))
      return fail(`${target} already exists. Name another folder, or go on in it with --replace.`)
    const counts = { written: 0, kept: 0 }
    const paths = new Set<string>()
    for await (const file of filesOfVersion(connection, dataSet.id, n)) {
      const isWritten = await pullFile(connection, { id: dataSet.id, n }, file, placeIn(target, file.path))
      counts[isWritten ? 'written' : 'kept'] += 1
      paths.add(file.path)
    }
    const kept = counts.kept > 0 ? ` ${counts.kept} were there already.` : ''
    print(`Wrote ${counts.written} files of ${dataSet.name} v${n} to ${target}.${kept}`)
    await tellOfOthers(target, paths)
  },
})

const NAMES_SHOWN = 5

/** Names other files in the folder, which are kept and would be part of the next push. */
async function tellOfOthers(folder: string, paths: ReadonlySet<string>): Promise<void> {
  // A folder with a link, for example, can be pulled to but not pushed; a push says so.
  const there = await filesOf(folder, DATA).catch(() => null)
  const others = there?.files.filter(({ path }) => !paths.has(path)) ?? []
  if (others.length === 0) return
  const names = others.slice(0, NAMES_SHOWN).map(({ path }) => path)
  const more = others.length > NAMES_SHOWN ? ` and ${others.length - NAMES_SHOWN} more` : ''
  printFault(`Not in that version, and left where it was: ${names.join(', ')}${more}.`)
}

async function* filesOfVersion(connection: Connection, id: string, n: number): AsyncIterable<DataSetFile> {
  let after: string | null = ''
  while (after !== null) {
    const query: { page_size: number; after?: string } = { page_size: 1000, ...(after !== '' && { after }) }
    const page = await call(connection, listDataSetFiles, { params: { id, n }, query })
    yield* page.files
    after = page.next_cursor
  }
}

const remove = command({
  name: 'data-sets delete',
  args: '<name>[@v3]',
  about: 'delete a version, or the data set; asks before, unless --yes',
  missing: 'Name the data set or a version',
  options: { yes: WITHOUT_ASKING },
  async run({ words: [named = ''], options, open }) {
    const { connection, dataSet, version: n } = await find(named, open)
    const { id } = dataSet
    const check =
      n === null
        ? await call(connection, checkDataSetDeletion, { params: { id } })
        : await call(connection, checkDataSetVersionDeletion, { params: { id, n } })
    if (!check.deletable) return fail(check.reasons.join(' '))
    for (const sentence of check.goes ?? []) printFault(sentence)
    if (!options.yes && !(await agrees(`Delete ${named} for ever?`))) return print('Nothing was done.')
    if (n === null) await call(connection, deleteDataSet, { params: { id } })
    else await call(connection, deleteDataSetVersion, { params: { id, n } })
    print(`Deleted ${named}.`)
  },
})

async function find(
  named: string,
  open: () => Promise<At>,
): Promise<{ connection: Connection; dataSet: DataSet; version: number | null }> {
  const { name, version } = nameAndVersion(named)
  const { connection, workspace } = await open()
  const dataSet =
    (await findDataSet(connection, workspace, name)) ??
    fail(`There is no data set '${name}' in ${workspace.display_name}.`)
  return { connection, dataSet, version }
}

export const DATA_SETS = [list, push, pull, remove]
