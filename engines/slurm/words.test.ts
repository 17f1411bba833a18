import { expect, test } from 'vitest'
import { plainSpec } from '../testing/plain-spec.ts'
import { admitJob } from './admit.ts'
import { problemOfSlurm } from './check.ts'
import { SlurmUnavailable } from './commands.ts'
import { endBeforeBegin, endOfRun, type SlurmFacts } from './ending.ts'
import { ofLimits } from './gaps.ts'
import { accountedJob, endedAs, type JobDetails, jobsIn, shownJob } from './job.ts'
import { instanceTypeOn, largestOf, nodesIn } from './nodes.ts'
import { shownNodes } from './shown-nodes.ts'
import { usageIn } from './usage.ts'
import { neverStarts, waitingSentence } from './waiting.ts'

function job(changes: Partial<JobDetails>): JobDetails {
  const named = { id: '7', name: 'podium-x-a1', state: 'FAILED', reason: 'NonZeroExitCode', nodes: 'n1' }
  return { ...named, exit: { code: 1, signal: 0 }, ended_at: null, cancelled_by: null, ...changes }
}

function facts(changes: Partial<SlurmFacts>): SlurmFacts {
  const none = { exit: null, exited_at: null, stop: null, is_signalled: false, unreadable: null } as const
  return { ...none, last_line: '', notes: '', memory_mib: 2048, job: 'unknown', ...changes }
}

const PERSON = { requested_at: '2026-01-01T00:00:00Z', reason: null }
const FORGOTTEN =
  'Slurm no longer knows the job of this run, so it is not known how it ended: start it again.'
const exit = (exit_code: number) => ({ exit_code, oom_kills: 0 })

test.each<[string, Partial<SlurmFacts>, string, string]>([
  ['a good end', { exit: exit(0), job: job({ state: 'CANCELLED' }) }, 'succeeded', 'Finished.'],
  ['a bad end', { exit: exit(3), last_line: 'no', job: job({}) }, 'failed', 'Exit code 3; last line: no'],
  [
    'a stop',
    { stop: PERSON, is_signalled: true, exit: exit(143), job: job({ state: 'CANCELLED' }) },
    'stopped',
    'Stopped on request.',
  ],
  ['a stop that came too late', { stop: PERSON, exit: exit(0), job: job({}) }, 'succeeded', 'Finished.'],
  [
    'memory that a group held',
    { exit: exit(137), job: job({ state: 'OUT_OF_MEMORY' }) },
    'failed',
    'Out of memory at 2.0 GiB: choose a larger tier.',
  ],
  [
    'memory that was polled',
    {
      job: job({ exit: { code: 0, signal: 9 } }),
      notes: 'slurmstepd: error: Step 7.batch exceeded memory limit (3 > 2), being killed',
    },
    'failed',
    'Out of memory at 2.0 GiB: choose a larger tier.',
  ],
  [
    'a bad end before the job was cancelled',
    {
      exit: exit(7),
      exited_at: '2026-11-23T14:45:23.658Z',
      job: job({ state: 'CANCELLED', ended_at: '2026-11-23T14:45:24.000Z' }),
    },
    'failed',
    'Exit code 7; the log is empty.',
  ],
  [
    'a bad end after the job was cancelled',
    {
      exit: exit(7),
      exited_at: '2026-11-23T14:45:24.100Z',
      job: job({ state: 'CANCELLED', ended_at: '2026-11-23T14:45:24.000Z' }),
    },
    'stopped',
    'Cancelled in Slurm, not by Podium.',
  ],
  [
    'a bad end whose job was ended on request afterwards',
    { exit: exit(7), stop: PERSON, job: job({ state: 'CANCELLED' }) },
    'failed',
    'Exit code 7; the log is empty.',
  ],
  [
    'a stop of a run that had forged its end',
    { exit: exit(143), stop: PERSON, job: job({ state: 'CANCELLED' }) },
    'stopped',
    'Stopped on request.',
  ],
  [
    'a stop of such a run whose job is not called cancelled yet',
    { exit: exit(143), stop: PERSON, job: job({ state: 'FAILED' }) },
    'stopped',
    'Stopped on request.',
  ],
  [
    'time',
    { job: job({ state: 'TIMEOUT' }) },
    'failed',
    'Slurm stopped the run: it took longer than its time limit allows.',
  ],
  [
    'a deadline',
    { job: job({ state: 'DEADLINE' }) },
    'failed',
    'Slurm stopped the run: its deadline was reached.',
  ],
  [
    'preemption',
    { exit: exit(143), job: job({ state: 'PREEMPTED' }) },
    'failed',
    'Slurm preempted the run for a job of higher priority: start it again.',
  ],
  [
    'a node',
    { job: job({ state: 'NODE_FAIL' }) },
    'lost',
    'The node of the run failed (n1): start it again.',
  ],
  [
    'a node that did not start',
    { job: job({ state: 'BOOT_FAIL' }) },
    'failed',
    'The node of the run did not start (n1): start it again.',
  ],
  ['a second start by Slurm', { job: job({ exit: { code: 76, signal: 0 } }) }, 'lost', FORGOTTEN],
  ['an end by the node of a job that is not known', { exit: exit(143) }, 'lost', FORGOTTEN],
  ['the same after a request to stop', { exit: exit(143), stop: PERSON }, 'stopped', 'Stopped on request.'],
  [
    'an end while Slurm is away',
    { exit: exit(143), job: 'away', last_line: 'x' },
    'failed',
    'Exit code 143 (ended by signal 15, a request to end); last line: x',
  ],
  [
    'somebody in Slurm',
    { exit: exit(143), job: job({ state: 'CANCELLED', cancelled_by: '1000' }) },
    'stopped',
    'Cancelled in Slurm by user 1000, not by Podium.',
  ],
  [
    'a killed supervisor',
    { job: job({ exit: { code: 0, signal: 9 }, reason: 'RaisedSignal:9' }) },
    'failed',
    'The run was killed (n1), with its supervisor (RaisedSignal:9): ask the administrator of the node.',
  ],
  [
    'a record that is not to be seen yet',
    { job: job({ exit: { code: 3, signal: 0 } }) },
    'failed',
    'Exit code 3; the log is empty.',
  ],
  [
    'a good end by the word of Slurm',
    { job: job({ state: 'COMPLETED', exit: { code: 0, signal: 0 } }) },
    'succeeded',
    'Finished.',
  ],
  ['a job that is not known', {}, 'lost', FORGOTTEN],
  [
    'a record in pieces',
    { unreadable: 'exit.json' },
    'lost',
    'The record exit.json of this run cannot be read, so it is not known how it ended: start it again.',
  ],
])('%s ends a run with its sentence', (_, changes, outcome, reason) => {
  expect(endOfRun(facts(changes))).toMatchObject({ outcome, reason })
})

test('explains a job that ended before its program began', () => {
  expect(endBeforeBegin(job({ state: 'CANCELLED' }))).toEqual({
    outcome: 'stopped',
    reason: 'Cancelled in Slurm, not by Podium.',
  })
  expect(endBeforeBegin(job({ reason: 'JobLaunchFailure' })).reason).toMatch(
    /^Slurm could not start the run \(n1\) \(JobLaunchFailure\): the folder PODIUM_SLURM_ROOT/,
  )
})

test.each([
  ['None', "Waits in Slurm's queue."],
  ['Resources', 'Waits in Slurm for resources that other jobs use (Resources).'],
  [
    'QOSMaxCpuPerUserLimit',
    'Waits in Slurm: a limit of its quality of service is reached (QOSMaxCpuPerUserLimit).',
  ],
  ['AssocGrpGRES', 'Waits in Slurm: a limit of its account is reached (AssocGrpGRES).'],
  ['JobHeldAdmin', 'Waits in Slurm: the job is held until someone releases it (JobHeldAdmin).'],
  ['SomethingNew', "Waits in Slurm's queue (SomethingNew)."],
])('reports a job that waits for %s', (reason, sentence) => {
  expect(waitingSentence(job({ state: 'PENDING', reason }))).toBe(sentence)
  expect(waitingSentence(job({ state: 'CONFIGURING', reason }))).toBeNull()
})

test.each([
  ['PartitionTimeLimit', 'time limit of its pipeline is longer than its partition'],
  ['QOSMaxWallDurationPerJobLimit', 'longer than its account or quality of service'],
  ['AssocMaxWallDurationPerJobLimit', 'longer than its account or quality of service'],
  ['QOSMaxCpuPerJobLimit', 'more than its account or quality of service gives one job'],
  ['AssocMaxGRESPerJob', 'more than its account or quality of service gives one job'],
  ['QOSMaxMemoryPerNode', 'more than its account or quality of service gives one job'],
  ['MaxMemPerLimit', 'more than its account or quality of service gives one job'],
  ['QOSMinGRES', 'less than its quality of service takes'],
  ['QOSMinCpuNotSatisfied', 'less than its quality of service takes'],
  ['InvalidAccount', 'its account is not one that may be used'],
  ['QOSNotAllowed', 'its quality of service is not one that may be used'],
  ['PartitionMaxNodes', 'its partition takes no jobs of its size'],
  ['RequiresReservation', 'only jobs of a reservation'],
  ['DependencyNeverSatisfied', 'can no longer happen'],
])('says why a job with the reason %s can never start', (reason, words) => {
  const sentence = neverStarts(job({ state: 'PENDING', reason }))
  expect(sentence).toContain(words)
  expect(sentence).toContain(`(${reason})`)
  expect(neverStarts(job({ state: 'RUNNING', reason }))).toBeNull()
})

test.each([
  'Resources',
  'Priority',
  'QOSMaxCpuPerUserLimit',
  'QOSMaxJobsPerUserLimit',
  'QOSGrpCpuLimit',
  'QOSTimeLimit',
  'AssocGrpGRES',
  'AssocMaxJobsLimit',
  'AssocMaxSubmitJobLimit',
  'PartitionConfig',
  'PartitionNodeLimit',
  'BadConstraints',
  'ReqNodeNotAvail, UnavailableNodes:n2',
  'JobHeldAdmin',
  'Licenses',
])('lets a job with the reason %s wait', (reason) => {
  expect(neverStarts(job({ state: 'PENDING', reason }))).toBeNull()
})

test('reads the end of a job in cleanup from its reason, or reports none yet', () => {
  const cleaned = (reason: string) => endedAs(job({ state: 'COMPLETING', reason }))?.state
  expect(['NonZeroExitCode', 'TimeLimit', 'OutOfMemory', 'None'].map(cleaned)).toEqual([
    'FAILED',
    'TIMEOUT',
    'OUT_OF_MEMORY',
    undefined,
  ])
  expect(endedAs(job({ state: 'RUNNING', reason: 'NonZeroExitCode' }))).toBeNull()
})

test("parses Slurm's lists of jobs, whatever a command contains", () => {
  expect(jobsIn('7\u001f1000\u001fa b\u001fRUNNING\u001fNone\u001fn[1-2]\nodd\n')).toEqual([
    { id: '7', user: 1000, name: 'a b', state: 'RUNNING', reason: 'None', nodes: 'n[1-2]' },
  ])
  const shown =
    'JobId=7 JobName=podium-x-a1 JobState=FAILED Reason=NonZeroExitCode ExitCode=3:0 EndTime=1795432024 NodeList=n1 Command=/run x ExitCode=0:0\nJobState=COMPLETED'
  expect(shownJob(shown)).toEqual(job({ exit: { code: 3, signal: 0 }, ended_at: '2026-11-23T11:07:04.000Z' }))
  expect(shownJob('')).toBeNull()
})

test("parses Slurm's accounting, including who cancelled", () => {
  expect(accountedJob('7|podium-x-a1|CANCELLED by 1000|0:15|1795432024|n1\n')).toEqual(
    job({
      state: 'CANCELLED',
      reason: 'None',
      exit: { code: 0, signal: 15 },
      ended_at: '2026-11-23T11:07:04.000Z',
      cancelled_by: '1000',
    }),
  )
  expect(accountedJob('\n')).toBeNull()
})

const NODES = nodesIn(
  'main\u001f8\u001f4096\u001f(null)\ngpu\u001f16\u001f65536\u001fgpu:a100:4(S:0-1)\ngpu\u001f32\u001f32768\u001f(null)\n',
)

test('reads instance types as whole nodes of a partition, or parts of them', () => {
  const whole = { vcpu: 16, memory_gib: 64, gpu_count: 4, gpu_name: 'a100', source: 'Slurm' }
  expect(instanceTypeOn(NODES, 'slurm:gpu')).toEqual({ instance_type: 'slurm:gpu', ...whole })
  const part = 'slurm:gpu?account=vision&qos=high&cpu=4&memory=16&gpu=1'
  expect(instanceTypeOn(NODES, part)).toMatchObject({ vcpu: 4, memory_gib: 16, gpu_count: 1 })
  expect(instanceTypeOn(NODES, '2cpu-4gib')).toMatchObject({ vcpu: 2, memory_gib: 4, source: 'Slurm' })
  for (const name of [
    'slurm:absent',
    'slurm:gpu?cpus=4',
    'slurm:gpu?cpu=0',
    'slurm:gpu?qos=a%20b',
    'm5.large',
  ])
    expect(instanceTypeOn(NODES, name)).toBeNull()
})

test('gives a run at most the largest node, and no GPU if there is none', () => {
  const { granted } = plainSpec()
  expect(largestOf(NODES)).toEqual({ cpu: 32, memory_mib: 65536, gpu: 4 })
  const asked = { cpu: 64, memory_mib: 1024, gpu: 1 }
  expect(admitJob(largestOf(NODES), asked, [])).toEqual({ fits: true, granted: { ...asked, cpu: 32 } })
  expect(() => admitJob(largestOf(NODES.slice(0, 1)), asked, [])).toThrow('has a GPU')
  expect(admitJob(largestOf(NODES), asked, Array(1000).fill(granted))).toMatchObject({ fits: false })
})

test('adds up the usage of jobs over their steps', () => {
  const usage = usageIn('7.batch|00:01:01|2048K|1M|1\n7.0|1-00:00:01|1M|0|2\n8.batch|||||\n')
  expect([...usage]).toEqual([
    [
      '7',
      {
        cpu_seconds: 61 + 2 * 86_401,
        memory_mib: 4,
        gpu_percent: null,
        gpu_memory_mib: null,
        written_mib: 1,
      },
    ],
  ])
})

test('reports limits that Slurm does not enforce here', () => {
  const config = (plugin: string, accounts: string) =>
    `AccountingStorageType   = accounting_storage/${accounts}\nMinJobAge = 300 sec\nTaskPlugin = ${plugin}\n`
  expect(ofLimits(config('task/affinity,task/cgroup', 'slurmdbd'))).toEqual([])
  expect(ofLimits(config('task/none', 'none'))).toHaveLength(3)
})

test('refuses an unusable root or cluster with a sentence', async () => {
  const away = () => Promise.reject(new SlurmUnavailable('Slurm does not answer: no reason.'))
  expect(await problemOfSlurm('/srv/100%', away)).toContain('takes no folder with %')
  expect(await problemOfSlurm('/nonexistent/shared', away)).toContain(
    'there is no folder /nonexistent/shared',
  )
  expect(await problemOfSlurm('/tmp', away)).toBe(
    "PODIUM_ENGINE=slurm: Slurm does not answer: no reason. Fix it, or set SLURM_CONF to the cluster's configuration, and start again.",
  )
  expect(await problemOfSlurm('/tmp', async () => '')).toContain('no partition with nodes')
})

test('reports the free resources of a node, and why it takes no jobs', () => {
  const text = `NodeName=g1 Arch=x86_64 CPUAlloc=3 CPUEfctv=8 CPUTot=8 Gres=gpu:a100:2 GresDrain=N/A GresUsed=gpu:a100:1(IDX:0) RealMemory=64000 AllocMem=4096 FreeMem=100 State=MIXED Partitions=gpu,all
NodeName=n2 CPUAlloc=0 CPUTot=2 Gres=(null) GresUsed=gpu:0 RealMemory=4000 AllocMem=0 State=IDLE+DRAIN Partitions=main Reason=new disk at noon [root@2026-11-20T10:00:00]
NodeName=n3 CPUAlloc=0 CPUTot=2 Gres=(null) RealMemory=4000 AllocMem=0 State=DOWN* Partitions= Reason=Not responding [slurm@2026-11-20T10:00:00]
`
  const whole = { cpu: 2, memory_mib: 4000, gpu: 0 }
  expect(shownNodes(text)).toEqual([
    {
      name: 'g1',
      refusal: null,
      instance_type: 'slurm:gpu',
      capacity: { cpu: 8, memory_mib: 64_000, gpu: 2 },
      free: { cpu: 5, memory_mib: 59_904, gpu: 1 },
    },
    {
      name: 'n2',
      refusal: 'Slurm gives the node no new jobs: new disk at noon.',
      instance_type: 'slurm:main',
      capacity: whole,
      free: whole,
    },
    {
      name: 'n3',
      refusal: 'The node does not answer Slurm: Not responding.',
      instance_type: null,
      capacity: whole,
      free: whole,
    },
  ])
})
