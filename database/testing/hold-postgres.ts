// Starts the bundled PostgreSQL in the given home, prints its process id, and holds it until this program ends.
import { startEmbeddedPostgres } from '../embedded.ts'
import { quietLog } from './quiet-log.ts'

const [home = ''] = process.argv.slice(2)
const { pid } = await startEmbeddedPostgres({ home, log: quietLog })
process.stdout.write(`${pid}\n`)
setInterval(() => {}, 60_000)
