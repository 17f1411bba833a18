// Builds the console: the client, its two prerendered pages, and everything compressed ahead of time.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import { build } from 'vite'

const COMPRESSED = /\.(js|css|html|svg|json)$/

export async function buildConsole(root) {
  const folder = join(root, 'console')
  const dist = join(folder, 'dist')
  const configFile = join(folder, 'vite.config.ts')
  const mode = { mode: 'production', logLevel: 'warn' }
  await build({ ...mode, configFile })

  const rendererFolder = join(dist, '.renderer')
  await build({
    ...mode,
    configFile,
    publicDir: false,
    build: {
      ssr: true,
      manifest: false,
      outDir: rendererFolder,
      rolldownOptions: {
        input: { renderer: join(folder, 'build', 'render-pages.tsx') },
        output: { entryFileNames: '[name].js' },
      },
    },
  })
  const { renderPages } = await import(pathToFileURL(join(rendererFolder, 'renderer.js')).href)
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'))
  const made = renderPages(manifest, (file) => readFileSync(join(dist, file), 'utf8'))
  for (const [path, text] of Object.entries(made)) writeFileSync(join(dist, path), text)
  rmSync(rendererFolder, { recursive: true })
  compressAll(dist)
}

function compressAll(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && COMPRESSED.test(entry.name) && !entry.parentPath.endsWith('.vite'),
  )
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name)
    const plain = readFileSync(path)
    const params = { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: plain.length }
    writeFileSync(`${path}.br`, brotliCompressSync(plain, { params }))
    writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }))
  }
}
