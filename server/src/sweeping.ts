import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** Work that makes up for what was left undone or is not needed any more. */
export interface Sweep {
  work: () => Promise<unknown>
  /** what the log says when it fails */
  otherwise: string
}

/** Sweeps when the server opens, to make up for earlier ones, and then every so often until it closes. */
export function sweepWhileOpen(app: FastifyInstance, every_ms: number, sweeps: Sweep[]): void {
  let sweeping: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const sweep = () => {
    sweeping = sweeping.then(() => sweepOnce(app.log, sweeps))
  }
  app.addHook('onReady', async () => {
    sweep()
    timer = setInterval(sweep, every_ms)
    timer.unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await sweeping
  })
}

async function sweepOnce(log: Pick<FastifyBaseLogger, 'warn'>, sweeps: Sweep[]): Promise<void> {
  for (const { work, otherwise } of sweeps) {
    try {
      await work()
    } catch (error) {
      log.warn({ err: error }, otherwise)
    }
  }
}
