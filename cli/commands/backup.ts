import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fail } from '../cli-error.ts'
import { command } from '../command.ts'
import { serverProgram } from './server-program.ts'

/** Exports the whole home into a file, whether the server runs or not. */
export const exportHome = command({
  name: 'export',
  args: '<file.tar.gz>',
  about: 'export everything to a file',
  missing: 'Name the file to write',
  run: ({ words: [file = ''] }) => handOn('export', file),
})

export const importHome = command({
  name: 'import',
  args: '<file.tar.gz>',
  about: 'import such a file into an empty home',
  missing: 'Name the file to read',
  run: ({ words: [file = ''] }) => handOn('import', file),
})

export const moveObjects = command({
  name: 'objects move',
  args: '--to ADDRESS',
  about: 'copy all files to another store',
  options: { to: { value: 'ADDRESS', help: 'the store, or home to copy them back' } },
  async run({ options: { to } }) {
    if (!to) fail('Give the target: podium objects move --to <address>, or --to home.')
    await handOn('objects', 'move', '--to', to)
  },
})

/** Runs the server's program, which knows the home's database and objects. */
async function handOn(...words: string[]): Promise<void> {
  const program = serverProgram('../../server/dist/main.js').pathname
  const child = spawn(process.execPath, [program, ...words], {
    env: { PODIUM_LOG_LEVEL: 'error', ...process.env },
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
}
