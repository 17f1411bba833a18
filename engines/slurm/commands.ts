import { type ExecFileException, execFile } from 'node:child_process'
import { RetryLater } from '../attempt/retry-later.ts'
import { plainLine } from '../plain-line.ts'

/** Slurm does not answer now, or gives no usable answer. */
export class SlurmUnavailable extends RetryLater {}

/** Slurm refused the request; the message has its own words. */
export class SlurmRefused extends Error {}

/**
 * Runs one of Slurm's commands and returns its output.
 * @throws SlurmAway if the controller does not answer; it may have received the request nevertheless
 * @throws SlurmRefused with Slurm's own words
 */
export type AskSlurm = (program: string, args: string[]) => Promise<string>

/** Longer than a busy controller needs, and shorter than a server may be blocked by one that is gone. */
const PATIENCE_MS = 15_000
const MAX_OUTPUT_BYTES = 64 * 2 ** 20
const MAX_MESSAGE_LENGTH = 300
const UNAVAILABLE =
  /unable to contact|timed out|connect|temporarily|standby|communication|zero bytes|authentication|munge|configuration source|message/i

/** Runs the commands of this machine, found on the server's path. */
export function slurmCommands(env: NodeJS.ProcessEnv = process.env): AskSlurm {
  const { PATH, HOME, SLURM_CONF } = env
  // Nothing else from the server's environment, because variables such as SBATCH_PARTITION are a person's defaults.
  const environment = { PATH, HOME, SLURM_CONF, LC_ALL: 'C', SLURM_TIME_FORMAT: '%s' }
  return (program, args) =>
    new Promise((resolve, reject) => {
      // A job inherits the environment of sbatch.
      const env = program === 'sbatch' ? { PATH, SLURM_CONF } : environment
      const options = { env, timeout: PATIENCE_MS, maxBuffer: MAX_OUTPUT_BYTES }
      execFile(program, args, options, (error, stdout, stderr) => {
        if (error === null) resolve(stdout)
        else reject(refusalOf(program, error, stderr))
      })
    })
}

function refusalOf(program: string, error: ExecFileException, stderr: string): Error {
  if (error.code === 'ENOENT')
    return new SlurmUnavailable(
      `The program \`${program}\` is not on the server's path: install the commands of Slurm (slurm-client).`,
    )
  // The system could not start it.
  if (typeof error.code === 'string') return error
  const words = lastWords(stderr)
  if (error.killed) return new SlurmUnavailable('Slurm does not answer.')
  if (words === '' || UNAVAILABLE.test(words))
    return new SlurmUnavailable(`Slurm does not answer: ${words || 'no reason'}.`)
  return new SlurmRefused(words)
}

/** Strips the prefix of `sbatch: error: Batch job submission failed: Invalid qos specification`. */
function lastWords(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '')
  const line = plainLine(lines.at(-1) ?? '', MAX_MESSAGE_LENGTH)
  return line.replace(/^(\w+: )?((error|fatal): )?(Batch job submission failed: )?/, '').replace(/\.$/, '')
}
