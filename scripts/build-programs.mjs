// Bundles our own TypeScript into programs that Node runs; libraries stay in node_modules, but for those that run beside
// a run in its pod, which are one file.
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
  for (const { folder, entries, noExternal = [/^@podium\//] } of PROGRAMS) {
    const outDir = join(root, folder, 'dist')
    rmSync(outDir, { recursive: true, force: true })
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
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
  cpSync(join(root, 'database', 'migrations'), join(root, 'server', 'dist', 'migrations'), {
    recursive: true,
  })
}
