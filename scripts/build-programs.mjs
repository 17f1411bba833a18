// Bundles our TypeScript into programs for Node. Libraries stay in node_modules, except for the programs that run
// beside a run in its pod, which are one file.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const PROGRAMS = [
  { folder: 'server', entries: { main: 'server/src/main.ts' } },
  { folder: 'cli', entries: { podium: 'cli/podium.ts', demo: 'cli/demo.ts' } },
  {
    folder: 'engines',
    entries: { 'kubernetes/runner': 'engines/kubernetes/runner/main.ts' },
    noExternal: true,
  },
]

export async function buildPrograms(root) {
  for (const { folder, ...program } of PROGRAMS) {
    const outDir = join(root, folder, 'dist')
    rmSync(outDir, { recursive: true, force: true })
    await bundle({ root, outDir, ...program })
  }
  copyMigrations(root, join(root, 'server', 'dist'))
}

export async function bundle({ root, outDir, entries, noExternal = [/^@podium\//], alias = {} }) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    resolve: { alias },
    ssr: { noExternal },
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, path)])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  })
}

/** A server looks for them in its own folder. */
export function copyMigrations(root, folder) {
  cpSync(join(root, 'database', 'migrations'), join(folder, 'migrations'), { recursive: true })
}
