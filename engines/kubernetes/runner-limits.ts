/** Bytes of a log or output that a pod sends at once, at most. The server holds each in memory until it is kept. */
export const PIECE = 4 * 2 ** 20

/** Files from this size on go between the pod and the store itself, where it has an address for that. */
export const LARGE = 16 * 2 ** 20

/** Bytes of a large output that a pod puts into the store at once, at most. */
export const DIRECT_PIECE = 64 * 2 ** 20

/** Bytes of a log that are taken past its limit, while the run is being stopped for it. */
export const LOG_SLACK = 16 * 2 ** 20
