// A program that starts the bundled PostgreSQL on the home it is given, says its process id, and holds it until it ends.
import { startEmbeddedPostgres } from '../embedded.ts'
import { quietLog } from './quiet-log.ts'

const [home = ''] = process.argv.slice(2)
const { pid } = await startEmbeddedPostgres({ home, log: quietLog })
process.stdout.write(`${pid}\n`)
setInterval(() => {}, 60_000)
