/** Connections for the calls, and as many for turns among servers where files are in S3. */
export const POOL_SIZE = 10

/** Beside those of the calls: what holds the database, what hears its heartbeat, and what `podium export` uses. */
const BESIDE = 3

/** Holding the database, its heartbeat, hearing of changes, and one for calls. */
export const FEWEST_CONNECTIONS = 4
export const MOST_CONNECTIONS = POOL_SIZE + BESIDE

/** The sentence for whoever gives the connections. */
export const CONNECTIONS_NEEDED = `Each server of Podium uses up to ${MOST_CONNECTIONS} connections, or ${MOST_CONNECTIONS + POOL_SIZE} with files in S3`
