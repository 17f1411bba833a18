// Builds everything: the console's pages with the guide, the server and the command line, and a list of their
// libraries.
import { join } from 'node:path'
import { buildConsole } from './build-console.mjs'
import { buildDownloads } from './build-downloads.mjs'
import { buildGuide } from './build-guide.mjs'
import { buildPrograms } from './build-programs.mjs'
import { buildSbom } from './build-sbom.mjs'

const root = new URL('..', import.meta.url).pathname

await buildConsole(root)
buildGuide(root, join(root, 'console', 'dist'))
await buildDownloads(root, join(root, 'console', 'dist'))
await buildPrograms(root)
buildSbom(root, join(root, 'server', 'dist', 'sbom.cdx.json'))
