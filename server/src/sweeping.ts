import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** Work that makes up for what was left undone or is not needed any more. */
export interface Sweep {
  /** @param ending aborted when the server closes: long work leaves what is left then to the next sweep */
  work: (ending: AbortSignal) => Promise<unknown>
  /** what the log says when it fails */
  otherwise: string
}

/**
 * Sweeps when the server opens, to make up for earlier ones, and then every so often until it closes; not while a sweep is
 * still at work.
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
