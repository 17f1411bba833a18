import type { RunSpec } from '../engine.ts'
import { createLocalEngine } from '../local/local-engine.ts'
import { PYTHON_DEFAULTS } from '../python-settings.ts'
import { memoryObjects } from './memory-objects.ts'
import { plainHost } from './plain-host.ts'

// A server to be killed while it installs: starts the given run, whose source is an archive in base64, with the uv of a
// folder.
const [home = '', index_url = '', spec = '', archive = '', folder = ''] = process.argv.slice(2)
const run = JSON.parse(spec) as RunSpec
const objects = memoryObjects({ [run.source?.path ?? '']: Buffer.from(archive, 'base64') })
const packages = { ...PYTHON_DEFAULTS, index_url }
async function probe(path: string) {
  const host = await plainHost(path)
  return { ...host, path: `${folder}:${host.path}` }
}
const engine = createLocalEngine({ home, objects, probe, poll_ms: 30, packages })
await engine.submit(run)
process.stdout.write('submitted\n')
setInterval(() => undefined, 1000)
