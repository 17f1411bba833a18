/** Where the volume of a pod lies in each of its containers. */
export const RUN_DIR = '/podium'

/** Where the product's own image holds the programs that run beside a command. */
export const RUNNER_PROGRAM = '/app/engines/dist/kubernetes/runner.js'

/** Lays out what the command needs, before it. Environment: PODIUM_RUNNER_URL, PODIUM_RUN_TOKEN, PODIUM_RUN_DIR. */
export const FETCH = ['node', RUNNER_PROGRAM, 'fetch']

/** Runs the command, in an image of which it needs /bin/sh alone. The token is not for it. */
export const MAIN = ['/bin/sh', `${RUN_DIR}/wrapper`]

/** Sends what the command writes, beside it. Environment as that of FETCH. */
export const KEEP = ['node', RUNNER_PROGRAM, 'keep']

/** The first line of the container's own output, before what the command writes: it is missing where the node cut the log. */
export const LOG_BEGINS = 'podium: the command begins\n'
