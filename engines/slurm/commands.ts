import { type ExecFileException, execFile } from 'node:child_process'
import { NotNow } from '../attempt/not-now.ts'
import { plainLine } from '../plain-line.ts'

/** Slurm does not answer now, or nothing that can be used. */
export class SlurmAway extends NotNow {}

/** Slurm answered that it will not, in its own words. */
export class SlurmRefused extends Error {}

/**
 * Runs one of Slurm's commands and answers what it printed.
 * @throws SlurmAway when the controller does not answer: the request may have reached it all the same
 * @throws SlurmRefused with Slurm's own words
 */
export type AskSlurm = (program: string, args: string[]) => Promise<string>

/** Longer than the controller needs when it is busy, and shorter than a server may be held up by one that is gone. */
const PATIENCE_MS = 15_000
const MOST_OUTPUT = 64 * 2 ** 20
const LONGEST_WORDS = 300
const AWAY =
  /unable to contact|timed out|connect|temporarily|standby|communication|zero bytes|authentication|munge|configuration source|message/i

/** Asks by the commands of this machine, found on the server's path. */
export function slurmCommands(env: NodeJS.ProcessEnv = process.env): AskSlurm {
  const { PATH, HOME, SLURM_CONF } = env
  // Of the server's environment nothing else counts: variables such as SBATCH_PARTITION are defaults of a person.
  const environment = { PATH, HOME, SLURM_CONF, LC_ALL: 'C', SLURM_TIME_FORMAT: '%s' }
  return (program, args) =>
    new Promise((resolve, reject) => {
      // What sbatch has in its environment its job gets.
      const env = program === 'sbatch' ? { PATH, SLURM_CONF } : environment
      const options = { env, timeout: PATIENCE_MS, maxBuffer: MOST_OUTPUT }
      execFile(program, args, options, (error, stdout, stderr) => {
        if (error === null) resolve(stdout)
        else reject(refusalOf(program, error, stderr))
      })
    })
}

function refusalOf(program: string, error: ExecFileException, stderr: string): Error {
  if (error.code === 'ENOENT')
    return new SlurmAway(
      `The program \`${program}\` is not on the server's path: install the commands of Slurm (slurm-client).`,
    )
  // The system did not start it.
  if (typeof error.code === 'string') return error
  const words = lastWords(stderr)
  if (error.killed) return new SlurmAway('Slurm does not answer.')
  if (words === '' || AWAY.test(words))
    return new SlurmAway(`Slurm does not answer: ${words || 'no reason'}.`)
  return new SlurmRefused(words)
}

/** `sbatch: error: Batch job submission failed: Invalid qos specification` without what stands before the reason. */
function lastWords(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '')
  const line = plainLine(lines.at(-1) ?? '', LONGEST_WORDS)
  return line.replace(/^(\w+: )?((error|fatal): )?(Batch job submission failed: )?/, '').replace(/\.$/, '')
}
