import { stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { putObject } from '@podium/contract/calls/objects.ts'
import { pointerSentence } from '@podium/contract/rules/lfs-pointer.ts'
import { fail } from '../cli-error.ts'
import { upload as sendFile } from '../client.ts'
import { command } from '../command.ts'
import { bytesOf } from '../local-file.ts'
import { DATA, filesOf, isPointer } from '../pack.ts'
import { print, printFault } from '../print.ts'

const MIB = 1024 ** 2

/** Uploads a file or a folder into datasets/ of the workspace's bucket, file by file. */
export const upload = command({
  name: 'upload',
  args: '<file|folder> [FOLDER]',
  about: 'upload data to datasets/…; --replace replaces existing files',
  missing: 'Name the file or folder',
  options: { replace: { help: 'replace existing files' } },
  async run({ words: [named = '', folder], options, open }) {
    const source = resolve(named)
    const found = await stat(source).catch(() => fail(`There is no file or folder ${named}.`))
    if (await isPointer(source, found.size)) return fail(pointerSentence(named))
    const { files, left_out } = found.isDirectory()
      ? await filesOf(source, DATA)
      : { files: [{ path: '', size: found.size }], left_out: [] }
    if (left_out.length > 0) printFault(`Left out: ${left_out.join(', ')}.`)
    if (files.length === 0) return fail(`${named} holds no file to upload.`)
    const { connection, workspace } = await open()
    const target = targetOf(folder ?? basename(source))
    const query = options.replace ? ({ replace: '1' } as const) : {}
    for (const [index, { path, size }] of files.entries()) {
      const params = { id: workspace.id, path: join(target, path) }
      const bytes = () => Readable.from(bytesOf(join(source, path), { path: path || named, size }))
      await sendFile(connection, putObject, { params, query }, bytes, size)
      printFault(`${index + 1}/${files.length} ${params.path} (${(size / MIB).toFixed(1)} MiB)`)
    }
    print(found.isDirectory() ? `${target}/` : target)
  },
})

/** The target is always below datasets/, with or without that prefix. */
function targetOf(folder: string): string {
  const inside = folder.replace(/^\/*(datasets\/)?/, '').replace(/\/+$/, '')
  return inside ? `datasets/${inside}` : fail('Give a folder below datasets/.')
}
