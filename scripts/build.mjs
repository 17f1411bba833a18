// Builds everything that is built: the console's pages with the guide beside them, then the server and the command line.
import { join } from 'node:path'
import { buildConsole } from './build-console.mjs'
import { buildGuide } from './build-guide.mjs'
import { buildPrograms } from './build-programs.mjs'

const root = new URL('..', import.meta.url).pathname

await buildConsole(root)
buildGuide(root, join(root, 'console', 'dist'))
await buildPrograms(root)
