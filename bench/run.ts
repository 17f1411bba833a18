import { measureDataSetPreview } from './data-set-preview.ts'
import { measureDataSetPush } from './data-set-push/data-set-push.ts'
import { measureDataSetRun } from './data-set-run.ts'
import { measureKubernetes } from './kubernetes/kubernetes.ts'
import { measureAccounts } from './lists/accounts.ts'
import { measureDataSets } from './lists/data-sets.ts'
import { measureInstances } from './lists/instances.ts'
import { measureQueue } from './lists/queue.ts'
import { measureRuns } from './lists/runs.ts'
import { measureSolutions } from './lists/solutions.ts'
import { measureWorkspaces } from './lists/workspaces.ts'
import { measureLog } from './log/log.ts'
import { measureScrolling } from './log/scrolling.ts'
import { measureKnownIds } from './login/known-ids.ts'
import { measureLogin } from './login/login.ts'
import { measureLoopDelay } from './loop-delay.ts'
import { measureMasking } from './masking.ts'
import { measureMemory } from './memory.ts'
import { measureObjects } from './objects/objects.ts'
import { measurePackages } from './packages.ts'
import { measureQuotaRaise } from './quota-raise.ts'
import { measureRetention } from './retention.ts'
import { measureRouteChange } from './route-change.ts'
import { measureMetrics } from './run-list/metrics.ts'
import { measureRunList } from './run-list/run-list.ts'
import { measureMillion } from './runs-million/runs-million.ts'
import { measureDrawing } from './series/drawing.ts'
import { measureLive } from './series/live.ts'
import { measureSeries } from './series/series.ts'
import { measureSlurm } from './slurm.ts'
import { measureStart } from './start.ts'
import { measureThreads } from './threads.ts'
import { measureUpload } from './upload/upload.ts'
import type { Verdict } from './verdict.ts'

const MEASUREMENTS: Record<string, () => Promise<Verdict[]>> = {
  'run-list': measureRunList,
  metrics: measureMetrics,
  runs: measureRuns,
  'runs-million': measureMillion,
  retention: measureRetention,
  accounts: measureAccounts,
  workspaces: measureWorkspaces,
  solutions: measureSolutions,
  instances: measureInstances,
  'data-sets': measureDataSets,
  'data-set-preview': measureDataSetPreview,
  'data-set-push': measureDataSetPush,
  'data-set-run': measureDataSetRun,
  queue: measureQueue,
  login: measureLogin,
  'route-change': measureRouteChange,
  'known-ids': measureKnownIds,
  memory: measureMemory,
  start: measureStart,
  upload: measureUpload,
  objects: measureObjects,
  log: measureLog,
  'log-scrolling': measureScrolling,
  'loop-delay': measureLoopDelay,
  series: measureSeries,
  live: measureLive,
  drawing: measureDrawing,
  masking: measureMasking,
  packages: measurePackages,
  threads: measureThreads,
  'quota-raise': measureQuotaRaise,
  slurm: measureSlurm,
  kubernetes: measureKubernetes,
}

async function main(): Promise<void> {
  const names = process.argv.slice(2)
  const unknown = names.filter((name) => !Object.hasOwn(MEASUREMENTS, name))
  if (unknown.length > 0)
    throw new Error(
      `There is no measurement '${unknown.join("', '")}': use ${Object.keys(MEASUREMENTS).join(', ')}.`,
    )
  const verdicts: Verdict[] = []
  for (const [name, measure] of Object.entries(MEASUREMENTS)) {
    if (names.length > 0 && !names.includes(name)) continue
    console.log(`\n— ${name}`)
    verdicts.push(...(await measure()))
  }
  console.log('')
  for (const { what, passed } of verdicts) console.log(`${passed ? 'kept    ' : 'EXCEEDED'}  ${what}`)
  process.exitCode = verdicts.every(({ passed }) => passed) ? 0 : 1
}

await main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
