// Runs server and console with reload: the console on its own port, with calls passed on to the server.
import { passSignalsOn, signalGroup, spawnApart } from './foreground.mjs'

const cwd = new URL('..', import.meta.url).pathname
const children = [
  spawnApart('node_modules/.bin/tsx', ['watch', '--clear-screen=false', 'server/src/main.ts'], { cwd }),
  spawnApart('node_modules/.bin/vite', ['--config', 'console/vite.config.ts'], { cwd }),
]
const running = new Set(children)
let stopping = false
const leave = passSignalsOn(children, () => {
  stopping = true
})
for (const child of children)
  child.once('exit', (code) => {
    process.exitCode ||= code ?? 0
    running.delete(child)
    if (running.size === 0) leave()
    // Ends one with the other. A second signal would interrupt what the first one started.
    else if (!stopping) for (const other of running) signalGroup(other, 'SIGTERM')
  })
