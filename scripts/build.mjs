// Builds everything that is built: the console's pages, then the server and the command line.
import { buildConsole } from './build-console.mjs'
import { buildPrograms } from './build-programs.mjs'

const root = new URL('..', import.meta.url).pathname

await buildConsole(root)
await buildPrograms(root)
