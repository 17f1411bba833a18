import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { Engine, LogType, Observation, RunKey, RunSpec } from '../engine.ts'

/** A limit for hangs only; tests do not depend on how long a condition takes. */
const DEADLINE_MS = 300_000
const POLL_MS = 20

export type Ended = Extract<Observation, { phase: 'ended' }>

/** Inspects the attempt until the observation matches; fails with the last one after the deadline. */
export async function observeUntil(
  engine: Engine,
  key: RunKey,
  isWanted: (observation: Observation) => boolean,
  deadlineMs = DEADLINE_MS,
): Promise<Observation> {
  const deadline = performance.now() + deadlineMs
  while (true) {
    const [observation] = await engine.inspect([key])
    if (observation && isWanted(observation)) return observation
    if (performance.now() > deadline) throw new Error(`Still ${JSON.stringify(observation)}.`)
    await setTimeout(POLL_MS)
  }
}

/** Waits until the attempt has ended. */
export async function endOf(engine: Engine, key: RunKey, deadlineMs = DEADLINE_MS): Promise<Ended> {
  const observation = await observeUntil(engine, key, ({ phase }) => phase === 'ended', deadlineMs)
  if (observation.phase !== 'ended') throw new Error('The attempt has not ended.')
  return observation
}

/** Submits the run and waits until it has ended. */
export async function runToEnd(engine: Engine, spec: RunSpec): Promise<Ended> {
  await engine.submit(spec)
  return endOf(engine, spec)
}

/** Waits until the condition holds; fails after the deadline with `what` in the message. */
export async function waitFor<T>(what: string, condition: () => Promise<T | null>): Promise<T> {
  const deadline = performance.now() + DEADLINE_MS
  while (true) {
    const value = await condition()
    if (value !== null) return value
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}.`)
    await setTimeout(POLL_MS)
  }
}

export async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** Returns the whole log, or '' if nothing was written. */
export async function textOfLog(engine: Engine, key: RunKey, type: LogType): Promise<string> {
  const log = await engine.openLog(key, type)
  return log ? (await readAll(log.stream)).toString() : ''
}

/** Waits until the run has printed the text. */
export async function logHas(engine: Engine, key: RunKey, text: string): Promise<void> {
  await waitFor(`the log to have ${text}`, async () =>
    (await textOfLog(engine, key, 'process')).includes(text) ? true : null,
  )
}
