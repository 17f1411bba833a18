/** Maximum bytes of a log or output that a pod sends at once. The server holds them in memory until they are stored. */
export const PIECE = 4 * 2 ** 20

/** Files of at least this size go directly between the pod and the store, if it has an address for that. */
export const LARGE = 16 * 2 ** 20

/** Maximum bytes of a large output that a pod puts into the store at once. */
export const DIRECT_PIECE = 64 * 2 ** 20

/** Bytes of a log accepted beyond its limit, while the run is being stopped for it. */
export const LOG_SLACK = 16 * 2 ** 20
