// Server and console with reload: the console on its own port, its calls passed on to the server.
import { passSignalsOn, signalGroup, spawnApart } from './foreground.mjs'

const cwd = new URL('..', import.meta.url).pathname
const children = [
  spawnApart('node_modules/.bin/tsx', ['watch', '--clear-screen=false', 'server/src/main.ts'], { cwd }),
  spawnApart('node_modules/.bin/vite', ['--config', 'console/vite.config.ts'], { cwd }),
]
const leave = passSignalsOn(children)
let running = children.length
for (const child of children)
  child.once('exit', (code) => {
    process.exitCode ||= code ?? 0
    running -= 1
    if (running === 0) leave()
    for (const other of children) if (other !== child) signalGroup(other, 'SIGTERM')
  })
