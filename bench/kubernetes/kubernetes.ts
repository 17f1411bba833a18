import type { Verdict } from '../verdict.ts'
import { measureDispatch } from './dispatch.ts'
import { measureStartOfRuns } from './start-of-runs.ts'

/** What handing runs to Kubernetes costs on a stand-in for it, and how soon they run on the cluster that KUBECONFIG names. */
export async function measureKubernetes(): Promise<Verdict[]> {
  const onStandIn = await measureDispatch()
  if (process.env.KUBECONFIG) return [...onStandIn, ...(await measureStartOfRuns())]
  console.log('KUBECONFIG names no cluster: how soon a run runs was not measured.')
  return onStandIn
}
