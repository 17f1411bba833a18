import { randomUUID } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import type { Attempt } from '../attempt/attempt.ts'
import { type AttemptDirectory, attemptDirectory } from '../attempt/attempt-directory.ts'
import { reserveSpace } from '../attempt/attempt-record.ts'
import { ownUser, runEnvironment, SYSTEM_PATH } from '../attempt/environment.ts'
import { commandWithEnvironment, writeEnvironment } from '../attempt/environment-file.ts'
import { exists } from '../attempt/folders.ts'
import { codeOf, writeOnce } from '../attempt/json-file.ts'
import { markPrepared } from '../attempt/kept/prepared-mark.ts'
import { prepareAttempt } from '../attempt/prepare-attempt.ts'
import type { StartingOptions } from '../attempt/reconcile/starting.ts'
import { removeTree } from '../attempt/remove-tree.ts'
import { RetryLater } from '../attempt/retry-later.ts'
import { commandWithSecrets } from '../attempt/secrets.ts'
import { writeSupervisor } from '../attempt/supervisor.ts'
import { chownTree } from '../attempt/tree-owner.ts'
import { noteUninstalled } from '../attempt/uninstalled.ts'
import { type ObjectSource, type RunSpec, StartRefused } from '../engine.ts'
import { type AskSlurm, SlurmRefused } from './commands.ts'
import { slurmType } from './instance-type.ts'
import { jobName, mayBegin } from './job.ts'
import type { Jobs } from './jobs.ts'
import { slurmFiles } from './layout.ts'
import { type SystemUser, userOf } from './system-user.ts'

export interface StartOptions {
  ask: AskSlurm
  jobs: Jobs
  objects: ObjectSource
  python: string | null
  unpackLimit: number
}

/** Permanent refusals of Slurm; a reached limit or a partition that is down is temporary. */
const PERMANENT_REFUSAL =
  /^invalid (account|partition|qos|generic resource|feature|reservation|license|user)|requested (node configuration|time limit)|memory specification|more processors requested|not permitted to use this partition|access\/permission denied|too long/i

const JOB_LOST = 'Slurm has lost the job of the run before it started; it is submitted again.'

/** Submits attempts to Slurm. Several servers may do so at once, and the first job that begins is the one that runs. */
export function startJob({
  ask,
  jobs,
  objects,
  python,
  unpackLimit,
}: StartOptions): StartingOptions['start'] {
  async function prepare(
    { directory }: Attempt,
    spec: RunSpec,
    user: SystemUser | null,
    signal: AbortSignal,
  ): Promise<void> {
    const { run, script, notes } = slurmFiles(directory)
    const supervisor = `${script}.draft-${randomUUID()}`
    await writeSupervisor({ supervisor }, spec)
    await rename(supervisor, script)
    if (user) await giveFile(notes, user)
    await writeEnvironment(directory.variables, environmentOf(spec, directory, python !== null), user)
    if (await exists(run)) return
    const draft = `${run}.draft-${randomUUID()}`
    const inDraft = attemptDirectory(draft)
    await mkdir(draft, { mode: 0o700 })
    try {
      await prepareAttempt(spec, inDraft, null, { objects, python, unpackLimit, signal })
      await noteUninstalled(spec, inDraft, 'of the node')
      await reserveSpace([inDraft.child, inDraft.exit])
      if (user) await chownTree(draft, user.uid, user.gid)
      await markPrepared(inDraft)
      // If another server was faster, its folder stays, because a folder with content is never replaced.
      await rename(draft, run)
    } catch (error) {
      await removeTree(draft)
      if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error
    }
  }

  async function submit(attempt: Attempt, spec: RunSpec, user: SystemUser | null): Promise<void> {
    const files = slurmFiles(attempt.directory)
    const isFirst = await writeOnce(files.submitting, {})
    const known = isFirst ? undefined : (await jobs.namedNow(jobName(spec), user?.uid ?? null)).find(mayBegin)
    const id = known?.id ?? (await ask('sbatch', jobArguments(attempt, spec, user)))
    // Only the first of several is recorded; the others find that the run has begun.
    await writeOnce(files.job, { job: id.trim().split(';')[0] })
  }

  return async (attempt, spec, signal) => {
    const user = await userOf(spec)
    await prepare(attempt, spec, user, signal)
    signal.throwIfAborted()
    try {
      await submit(attempt, spec, user)
    } catch (error) {
      if (!(error instanceof SlurmRefused)) throw error
      if (!PERMANENT_REFUSAL.test(error.message))
        throw new RetryLater(`Slurm does not accept the run now: ${error.message}.`)
      throw new StartRefused(
        `Slurm refuses the run: ${error.message}. Choose another tier, or ask an administrator.`,
      )
    }
    const { job } = slurmFiles(attempt.directory)
    return { notBegun: async () => ((await exists(job)) ? null : new RetryLater(JOB_LOST)) }
  }
}

/** Changes the owner of a file that Slurm opens as that user. */
async function giveFile(path: string, { uid, gid }: SystemUser): Promise<void> {
  const file = await open(path, 'a', 0o600)
  await file.chown(uid, gid).finally(() => file.close())
}

function environmentOf(
  spec: RunSpec,
  directory: AttemptDirectory,
  hasPython: boolean,
): Record<string, string> {
  return {
    ...runEnvironment(spec, directory, {
      path: SYSTEM_PATH,
      temporary: null,
      hasPython,
      user: spec.system_user ?? ownUser(),
    }),
    // Steps that the program starts with srun get its environment.
    SLURM_EXPORT_ENV: 'ALL',
  }
}

function jobArguments({ key, directory }: Attempt, spec: RunSpec, user: SystemUser | null): string[] {
  const { cpu, memory_mib, gpu } = spec.granted
  const type = slurmType(spec.instance_type)
  return [
    '--parsable',
    `--job-name=${jobName(key)}`,
    `--comment=podium ${key.workspace}/${key.run}/${key.attempt}`,
    `--chdir=${slurmFiles(directory).run}`,
    `--output=${slurmFiles(directory).notes}`,
    '--open-mode=append',
    // The environment of sbatch, which is almost empty. For anything but ALL, the node first starts a login shell of
    // the user, and fails if that takes long.
    '--export=ALL',
    '--no-requeue',
    ...(user ? [`--uid=${user.uid}`, `--gid=${user.gid}`] : []),
    '--nodes=1',
    '--ntasks=1',
    `--cpus-per-task=${Math.ceil(cpu)}`,
    `--mem=${Math.floor(memory_mib)}M`,
    ...(gpu > 0 ? [`--gres=gpu:${gpu}`] : []),
    ...(spec.timeout_seconds === null ? [] : [`--time=${Math.ceil(spec.timeout_seconds / 60)}`]),
    ...(type ? [`--partition=${type.partition}`] : []),
    ...(type?.account ? [`--account=${type.account}`] : []),
    ...(type?.qos ? [`--qos=${type.qos}`] : []),
    slurmFiles(directory).script,
    // no control groups of Podium
    '',
    '',
    ...commandWithEnvironment(
      directory.variables,
      commandWithSecrets(spec.secrets ?? [], spec.command ?? []),
    ),
  ]
}
