/** Connections for calls, and as many again for turns among servers if files are in S3. */
export const POOL_SIZE = 10

/** Connections beside those for calls: the hold, the heartbeat and `podium export`. */
const BESIDE = 3

/** The hold, the heartbeat, the listener, and one for calls. */
export const FEWEST_CONNECTIONS = 4
export const MAX_CONNECTIONS = POOL_SIZE + BESIDE

/** The sentence for administrators who configure connections. */
export const CONNECTIONS_NEEDED = `Each server of Podium uses up to ${MAX_CONNECTIONS} connections, or ${MAX_CONNECTIONS + POOL_SIZE} with files in S3`
