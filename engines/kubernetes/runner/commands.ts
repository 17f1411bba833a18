/** Mount path of a pod's volume in each of its containers. */
export const RUN_DIR = '/podium'

/** Path of the programs beside the command in the product's image. */
export const RUNNER_PROGRAM = '/app/engines/dist/kubernetes/runner.js'

/** Prepares the inputs before the command. Environment: PODIUM_RUNNER_URL, PODIUM_RUN_TOKEN, PODIUM_RUN_DIR. */
export const FETCH = ['node', RUNNER_PROGRAM, 'fetch']

/** Runs the command, in an image that only needs /bin/sh. It does not get the token. */
export const MAIN = ['/bin/sh', `${RUN_DIR}/wrapper`]

/** Sends the command's outputs while it runs. Environment as for FETCH. */
export const KEEP = ['node', RUNNER_PROGRAM, 'keep']

/** First line of the container's own output. It is missing if the node cut the log. */
export const LOG_BEGINS = 'podium: the command begins\n'
