import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fail } from '../cli-error.ts'
import { print } from '../print.ts'
import { templateFiles } from '../template.ts'

/** Writes a small solution that runs as it is into a folder that is empty or not there yet. */
export async function runInit([named = '.']: string[]): Promise<void> {
  const folder = resolve(named)
  const there = await readdir(folder).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? [] : fail(`${named} is not a folder that can be read.`),
  )
  if (there.length > 0)
    fail(`${named === '.' ? 'This folder' : named} is not empty. Name a new one: podium init <folder>`)
  const files = Object.entries(templateFiles())
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text, { flag: 'wx' })
  }
  print(`Wrote ${files.map(([path]) => path).join(', ')}.`)
  print(`Give it a name of its own in metadata.json, then: podium register ${named}`)
}
