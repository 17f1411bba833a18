import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { checkSolutionName } from '@podium/contract/solution-metadata/metadata.ts'
import { fail } from '../cli-error.ts'
import { command } from '../command.ts'
import { print } from '../print.ts'
import { templateFiles } from '../template.ts'

const TEMPLATE = 'my-solution'

/** Writes a small working solution into a new or empty folder, and names it after the folder. */
export const init = command({
  name: 'init',
  args: '[folder]',
  about: 'write a small working solution to start your own from',
  async run({ words: [named = '.'] }) {
    const folder = resolve(named)
    const there = await readdir(folder).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? [] : fail(`${named} is not a folder that can be read.`),
    )
    if (there.length > 0)
      fail(`${named === '.' ? 'This folder' : named} is not empty. Name a new one: podium init <folder>`)
    const files = Object.entries(templateFiles())
    const name = nameFor(folder)
    for (const [path, text] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      const named =
        path === 'metadata.json' ? text.replace(`"name": "${TEMPLATE}"`, `"name": "${name}"`) : text
      await writeFile(join(folder, path), named, { flag: 'wx' })
    }
    print(`Wrote ${files.map(([path]) => path).join(', ')}.`)
    print(`The solution is named ${name}, in metadata.json. Register it: podium register ${named}`)
  },
})

/** Returns the folder's name as a solution may have it, or the template's if nothing is left of it. */
function nameFor(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return checkSolutionName(name) === null ? name : TEMPLATE
}
