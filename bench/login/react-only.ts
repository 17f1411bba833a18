import { readdir, readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { createConsole } from '@podium/server/http/console/console-files.ts'
import Fastify from 'fastify'
import { build } from 'vite'

const CONSOLE = new URL('../../console', import.meta.url).pathname

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>React only</title></head>
<body><div id="root"></div><script type="module" src="/main.js"></script></body></html>
`

/** The minimum of a React page: one component with a field and a button. */
const SCRIPT = `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
createRoot(document.getElementById('root')).render(
  createElement('form', null, createElement('input', { 'aria-label': 'ID' }), createElement('button', null, 'Login')),
)
`

/** Serves the lightest page that React can make as Podium serves its own: with the same headers and compression. */
export async function serveReactOnly(folder: string): Promise<{ address: string; stop(): Promise<void> }> {
  await writeFile(join(folder, 'index.html'), PAGE)
  await writeFile(join(folder, 'main.js'), SCRIPT)
  const outDir = join(folder, 'dist')
  await build({
    root: folder,
    configFile: false,
    mode: 'production',
    logLevel: 'warn',
    resolve: { alias: [{ find: /^(react|react-dom)(\/.*)?$/, replacement: join(modules(), '$1$2') }] },
    build: { outDir },
  })
  await compressAll(outDir)
  const app = Fastify()
  app.setNotFoundHandler(createConsole(outDir))
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    stop: () => app.close(),
  }
}

function modules(): string {
  return join(CONSOLE, '..', 'node_modules')
}

async function compressAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const plain = await readFile(path)
    await writeFile(`${path}.br`, brotliCompressSync(plain))
    await writeFile(`${path}.gz`, gzipSync(plain))
  }
}
