// Server and console with reload: the console on its own port, its calls passed on to the server.
import { spawn } from 'node:child_process'

const root = new URL('..', import.meta.url).pathname
const children = [
  spawn('node_modules/.bin/tsx', ['watch', '--clear-screen=false', 'server/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn('node_modules/.bin/vite', ['--config', 'console/vite.config.ts'], { cwd: root, stdio: 'inherit' }),
]
const stop = (signal) => {
  for (const child of children) child.kill(signal)
}
process.on('SIGTERM', () => stop('SIGTERM'))
process.on('SIGINT', () => {})
for (const child of children)
  child.once('exit', (code) => {
    stop('SIGTERM')
    process.exitCode ||= code ?? 0
  })
