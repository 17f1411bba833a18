import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { GOODBYE_MS } from './goodbye.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { postgresError } from './postgres-error.ts'

const TOO_MANY_CONNECTIONS = '53300'
/** How long a call waits for a connection. */
const IN_TURN_MS = 10_000
const NARROW_MS = 1_000

type Acquired = (error: Error | undefined, client?: pg.PoolClient, done?: pg.PoolClient['release']) => void

export interface Watching {
  /** called before a connection is given out; a rejection refuses it */
  confirm?(): Promise<void>
  onSilent(): void
}

/**
 * A pool that stops waiting when the database no longer answers. Waiting queries fail at once, all connections are
 * closed because the state of their queries is unknown, and no new one is opened until the database answers again.
 */
export class WatchedPool extends pg.Pool {
  readonly #settings: pg.PoolConfig
  readonly #watching: Watching
  readonly #connected = new Set<pg.PoolClient>()
  readonly #waiting = new Set<(error: Error) => void>()
  readonly #most: number
  #heartbeat: Heartbeat | undefined
  #narrowed: NodeJS.Timeout | undefined

  constructor(settings: pg.PoolConfig, watching: Watching) {
    super({ ...settings, Client: QuicklyConnecting })
    this.#settings = settings
    this.#watching = watching
    this.#most = this.options.max
    this.on('connect', (client) => this.#connected.add(client))
    this.on('remove', (client) => this.#connected.delete(client))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(acquired: Acquired): void
  override connect(acquired?: Acquired): Promise<pg.PoolClient> | undefined {
    const acquiring = this.#acquire()
    if (!acquired) return acquiring
    acquiring.then(
      (client) => acquired(undefined, client, client.release),
      (error: Error) => acquired(error),
    )
    return undefined
  }

  override async end(): Promise<void> {
    await this.#heartbeat?.stop()
    await super.end()
    const timer = setTimeout(() => this.#cut(), GOODBYE_MS)
    await this.#goodbyes()
    clearTimeout(timer)
  }

  /**
   * Waits until all connections are closed. The pool counts a connection as gone when it has sent its goodbye, but a
   * database that is stopped before it reads that logs a complaint.
   */
  #goodbyes(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => this.#connected.size === 0 && resolve()
      this.on('remove', look)
      look()
    })
  }

  async #acquire(): Promise<pg.PoolClient> {
    this.#heartbeat ??= startHeartbeat(this.#settings, () => this.#abandon())
    if (this.#heartbeat.isSilent) throw silent()
    return this.#unlessSilent(this.#confirmed())
  }

  /** Confirms after connecting, because another server may have taken over between a confirmation and a connect. */
  async #confirmed(): Promise<pg.PoolClient> {
    const client = await this.#inTurn()
    try {
      await this.#watching.confirm?.()
    } catch (error) {
      client.release()
      throw error
    }
    return client
  }

  /** Waits for one of the pool's connections if PostgreSQL gives no more. */
  async #inTurn(): Promise<pg.PoolClient> {
    for (const until = performance.now() + IN_TURN_MS; ; await pause(NARROW_MS / 10)) {
      try {
        return await super.connect()
      } catch (error) {
        if (postgresError(error).code !== TOO_MANY_CONNECTIONS || performance.now() > until) throw error
        this.#narrow()
      }
    }
  }

  /** Limits the pool to its current connections for a while; others may return theirs by then. */
  #narrow(): void {
    this.options.max = Math.max(1, this.#connected.size)
    clearTimeout(this.#narrowed)
    this.#narrowed = setTimeout(() => {
      this.options.max = this.#most
    }, NARROW_MS).unref()
  }

  #unlessSilent(coming: Promise<pg.PoolClient>): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      const abandon = (error: Error) => {
        reject(error)
        coming.then(
          (client) => client.release(),
          () => {},
        )
      }
      this.#waiting.add(abandon)
      coming.then(resolve, reject).finally(() => this.#waiting.delete(abandon))
    })
  }

  #abandon(): void {
    this.#watching.onSilent()
    for (const abandon of this.#waiting) abandon(silent())
    this.#waiting.clear()
    this.#cut()
  }

  #cut(): void {
    for (const { connection } of this.#connected) connection.stream.destroy()
  }
}

const CONNECT_MS = 2_000

/** A client with a short timeout for connecting, because the pool's own also covers waiting for a connection. */
class QuicklyConnecting extends pg.Client {
  constructor(settings?: pg.ClientConfig) {
    super({ ...settings, connectionTimeoutMillis: CONNECT_MS })
  }
}

/** Returns an error with PostgreSQL's code of a failed connection. */
function silent(): Error {
  return Object.assign(new Error('The database does not answer.'), { code: '08006' })
}
