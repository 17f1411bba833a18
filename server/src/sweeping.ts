import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** Periodic work that completes interrupted work or removes leftovers. */
export interface Sweep {
  /** @param ending aborts when the server closes: long work then leaves the rest to the next sweep */
  work: (ending: AbortSignal) => Promise<unknown>
  /** the log message if it fails */
  otherwise: string
}

/**
 * Sweeps when the server opens, to complete earlier work, and then at intervals until it closes; never two at a time.
 */
export function sweepWhileOpen(app: FastifyInstance, every_ms: number, sweeps: Sweep[]): void {
  let sweeping: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const closing = new AbortController()
  const sweep = () => {
    sweeping ??= sweepOnce(app.log, sweeps, closing.signal).finally(() => {
      sweeping = undefined
    })
  }
  app.addHook('onReady', async () => {
    sweep()
    timer = setInterval(sweep, every_ms)
    timer.unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    closing.abort()
    await sweeping
  })
}

async function sweepOnce(
  log: Pick<FastifyBaseLogger, 'warn'>,
  sweeps: Sweep[],
  ending: AbortSignal,
): Promise<void> {
  for (const { work, otherwise } of sweeps) {
    try {
      await work(ending)
    } catch (error) {
      log.warn({ err: error }, otherwise)
    }
  }
}
