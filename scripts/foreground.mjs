// Runs programs in the foreground and passes on signals. Plain Node, no dependency.
import { spawn } from 'node:child_process'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** Within this time, npm repeats a signal that the terminal has sent already. */
const SAME_MS = 500

/** Starts a program in its own process group, so that signals to this process reach it only from here, and once. */
export function spawnApart(program, args, options) {
  return spawn(program, args, { stdio: 'inherit', ...options, detached: true })
}

/**
 * Passes signals on to the children's process groups, which end.
 * @returns a function that stops passing them on
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

/** Sends a signal to the child and its descendants; ignores one that has ended. */
export function signalGroup({ pid }, signal) {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/** Runs one of our programs in this process, so that signals reach it directly. */
export async function become(root, program, args) {
  process.chdir(root)
  process.argv = [process.argv[0], `${root}${program}`, ...args]
  await import(new URL(`../${program}`, import.meta.url).href)
}
