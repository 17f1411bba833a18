import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { GOODBYE_MS } from './goodbye.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { postgresError } from './postgres-error.ts'

const TOO_MANY_CONNECTIONS = '53300'
/** How long a call waits for its connection. */
const IN_TURN_MS = 10_000
const NARROW_MS = 1_000

type Acquired = (error: Error | undefined, client?: pg.PoolClient, done?: pg.PoolClient['release']) => void

export interface Watching {
  /** asked before a connection is given out; what it throws refuses it */
  confirm?(): Promise<void>
  onSilent(): void
}

/**
 * A pool that stops waiting when the database no longer answers: what waits fails at once, every connection is given up,
 * because nothing is known of what it carried, and none is asked for until the database answers again.
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

  /** The pool counts a connection as gone when it has said goodbye; a database stopped before it hears that complains. */
  #goodbyes(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => this.#connected.size === 0 && resolve()
      this.on('remove', look)
      look()
    })
  }

  async #acquire(): Promise<pg.PoolClient> {
    this.#heartbeat ??= startHeartbeat(this.#settings, () => this.#giveUp())
    if (this.#heartbeat.isSilent) throw silent()
    return this.#unlessSilent(this.#confirmed())
  }

  /** In this order: a connection made after the confirmation may belong to a time in which another server has taken over. */
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

  /** Waits for a connection that the pool has, if PostgreSQL gives no more. */
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

  /** For a while the pool asks for no more connections than it has; others may give theirs back by then. */
  #narrow(): void {
    this.options.max = Math.max(1, this.#connected.size)
    clearTimeout(this.#narrowed)
    this.#narrowed = setTimeout(() => {
      this.options.max = this.#most
    }, NARROW_MS).unref()
  }

  #unlessSilent(coming: Promise<pg.PoolClient>): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      const giveUp = (error: Error) => {
        reject(error)
        coming.then(
          (client) => client.release(),
          () => {},
        )
      }
      this.#waiting.add(giveUp)
      coming.then(resolve, reject).finally(() => this.#waiting.delete(giveUp))
    })
  }

  #giveUp(): void {
    this.#watching.onSilent()
    for (const giveUp of this.#waiting) giveUp(silent())
    this.#waiting.clear()
    this.#cut()
  }

  #cut(): void {
    for (const { connection } of this.#connected) connection.stream.destroy()
  }
}

const CONNECT_MS = 2_000

/** The pool has one limit for making a connection and for waiting for one that is in use; making one is quick or fails. */
class QuicklyConnecting extends pg.Client {
  constructor(settings?: pg.ClientConfig) {
    super({ ...settings, connectionTimeoutMillis: CONNECT_MS })
  }
}

/** Bears PostgreSQL's code of a connection that failed. */
function silent(): Error {
  return Object.assign(new Error('The database does not answer.'), { code: '08006' })
}
