import { setTimeout } from 'node:timers/promises'
import type { RunnerAnswer } from '@podium/contract/calls/runner.ts'
import { type AttemptDirectory, logFileOf } from '../../attempt/attempt-directory.ts'
import { readSecrets } from '../../attempt/secrets.ts'
import { createMask, type Mask } from '../../masking/mask.ts'
import { maskedTexts } from '../../masking/masked-bytes.ts'
import type { Received } from '../runner-calls.ts'
import { type CommandWatch, watchCommand } from './command-watch.ts'
import { podDirectory } from './pod-directory.ts'
import { createLogSender, type LogSender } from './send-log.ts'
import { createOutputSender, type OutputSender } from './send-outputs.ts'
import type { ServerCalls } from './server-calls.ts'

const ROUND_MS = 500
/** Interval of reports between the run and the server, even without news. */
const REPORT_MS = 2_000
const USAGE_MS = 5_000
const OUTPUTS_MS = 2_000
/** Seconds between the signal to end and the kill, if the run sets no other time. */
const GRACE_SECONDS = 10

interface Sidecar {
  server: ServerCalls
  command: CommandWatch
  mask: Mask | null
  logs: Record<'pipeline' | 'process', LogSender>
  outputs: OutputSender
  grace_ms: number
}

/** Sends the command's data as it arrives, and everything left at its end. Resolves when the server has all of it. */
export async function keepRun(server: ServerCalls, root: string): Promise<void> {
  const directory = podDirectory(root)
  const command = watchCommand(directory)
  const sidecar = await senders(server, command, directory)
  const ended = new AbortController()
  await Promise.all([
    reportUntilEnd(sidecar).finally(() => ended.abort()),
    sendOutputsUntil(sidecar.outputs, ended.signal),
  ])
  const exit = await command.exit()
  if (exit) await server.tell('exit', exit)
  if (await sendEnd(sidecar)) return
  for (;;) {
    await setTimeout(ROUND_MS)
    if (await sendEnd(await senders(server, command, directory))) return
  }
}

/** Creates senders that begin at the bytes that the server has. */
async function senders(
  server: ServerCalls,
  command: CommandWatch,
  directory: AttemptDirectory,
): Promise<Sidecar> {
  const { logs, log_limit, output_limit, stop_grace_seconds } = await server.read<Received>('received')
  const mask = await createMask(await readSecrets(directory.secrets))
  const sender = (type: 'pipeline' | 'process') =>
    createLogSender(server, type, {
      file: logFileOf(directory, type, null),
      limit: log_limit,
      received: logs[type],
      mask,
    })
  return {
    server,
    command,
    mask,
    logs: { pipeline: sender('pipeline'), process: sender('process') },
    outputs: createOutputSender(server, directory, output_limit),
    grace_ms: (stop_grace_seconds ?? GRACE_SECONDS) * 1000,
  }
}

/** Reports until the command has ended, according to its wrapper or, if that died too, the server. */
async function reportUntilEnd(sidecar: Sidecar): Promise<void> {
  const { command, logs } = sidecar
  const reports = dueEvery(REPORT_MS)
  const usage = dueEvery(USAGE_MS)
  const ending = createEnding(command, sidecar.grace_ms)
  let isBegun = false
  for (;;) {
    const begins: boolean = !isBegun && (await command.startedAt()) !== null
    // The report keeps other pods of the attempt from beginning the command again.
    if (begins || reports()) {
      isBegun ||= begins
      const { stop, main_ended } = await report(sidecar)
      if (main_ended) return
      if (stop) ending.begin()
    }
    if (await command.exit()) return
    await logs.process.send(false)
    await logs.pipeline.send(false)
    if (usage()) await command.ask('usage')
    await ending.goOn()
    await setTimeout(ROUND_MS)
  }
}

async function report({ server, command, mask }: Sidecar): Promise<RunnerAnswer> {
  const started_at = await command.startedAt()
  const [progress, usage] = await Promise.all([command.progress(), command.usage()])
  return server.tell('progress', {
    started_at,
    progress: mask ? maskedTexts(mask, progress) : progress,
    usage,
  })
}

/** Signals the command to end, and kills it if it does not. */
function createEnding(command: CommandWatch, graceMs: number) {
  let isRequested = false
  let signalledAt: number | null = null
  return {
    begin() {
      isRequested = true
    },
    async goOn(): Promise<void> {
      if (!isRequested) return
      if (signalledAt === null && (await command.ask('stop'))) signalledAt = performance.now()
      if (signalledAt !== null && performance.now() - signalledAt > graceMs) await command.ask('kill')
    },
  }
}

async function sendOutputsUntil(outputs: OutputSender, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await outputs.sendGrowth()
    await setTimeout(OUTPUTS_MS, undefined, { signal: ended }).catch(() => undefined)
  }
}

/** @returns true if the server has everything */
async function sendEnd({ server, logs, outputs }: Sidecar): Promise<boolean> {
  await logs.process.send(true)
  await logs.pipeline.send(true)
  const left = await outputs.sendAll()
  const sent = { pipeline: logs.pipeline.sent(), process: logs.process.sent() }
  const { is_complete = false } = await server.tell('end', { logs: sent, ...left })
  return is_complete
}

/** Returns a function that is true at its first call and then once per interval. */
function dueEvery(ms: number): () => boolean {
  let next = 0
  return () => {
    if (performance.now() < next) return false
    next = performance.now() + ms
    return true
  }
}
