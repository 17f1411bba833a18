import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Builds the programs of a pod into the folder, which must lie three below one that may hold `python`.
 * @returns the file that Node runs with 'fetch' or 'keep'
 */
export async function buildRunner(folder: string): Promise<string> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: { runner: join(root, 'engines/kubernetes/runner/main.ts') },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  })
  return join(folder, 'runner.mjs')
}
