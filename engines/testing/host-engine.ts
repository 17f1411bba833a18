import { createLocalEngine } from '../local/local-engine.ts'
import { memoryObjects } from './memory-objects.ts'
import { plainHost } from './plain-host.ts'
import { plainSpec } from './plain-spec.ts'

// A server to be killed: starts one run in the given home and prints its name.
const [home = '', script = ''] = process.argv.slice(2)
const engine = createLocalEngine({ home, objects: memoryObjects({}), probe: plainHost })
const spec = plainSpec({ command: ['sh', '-c', script] })
await engine.submit(spec)
process.stdout.write(`${JSON.stringify({ ...spec, command: null })}\n`)
setInterval(() => undefined, 1000)
