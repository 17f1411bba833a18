// What runs in the foreground and passes on what stops it. Plain Node, no dependency.
import { spawn } from 'node:child_process'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** npm sends once more what the terminal has sent already. */
const SAME_MS = 500

/** Starts a program in a process group of its own: what stops this process reaches it from here only, and once. */
export function spawnApart(program, args, options) {
  return spawn(program, args, { stdio: 'inherit', ...options, detached: true })
}

/**
 * Passes what would stop this process on to everything that the children started; they end it.
 * @returns how to go back to being stopped
 */
export function passSignalsOn(children, onSignal = () => {}) {
  const sentAt = new Map()
  const pass = (signal) => {
    const now = performance.now()
    if (now - (sentAt.get(signal) ?? -SAME_MS) < SAME_MS) return
    sentAt.set(signal, now)
    onSignal(signal)
    for (const child of children) signalGroup(child, signal)
  }
  for (const signal of SIGNALS) process.on(signal, pass)
  return () => {
    for (const signal of SIGNALS) process.off(signal, pass)
  }
}

/** Sends it to the child and all that it started; one that has ended needs none. */
export function signalGroup({ pid }, signal) {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/** Lets a program of ours go on in this very process: so that a signal reaches it directly. */
export async function become(root, program, args) {
  process.chdir(root)
  process.argv = [process.argv[0], `${root}${program}`, ...args]
  await import(new URL(`../${program}`, import.meta.url).href)
}
