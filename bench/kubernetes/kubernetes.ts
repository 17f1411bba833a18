import type { Verdict } from '../verdict.ts'
import { measureDispatch } from './dispatch.ts'
import { measureStartOfRuns } from './start-of-runs.ts'

/** Measures dispatching runs to a simulated Kubernetes, and the start of runs on the cluster of KUBECONFIG. */
export async function measureKubernetes(): Promise<Verdict[]> {
  const onStandIn = await measureDispatch()
  if (process.env.KUBECONFIG) return [...onStandIn, ...(await measureStartOfRuns())]
  console.log('KUBECONFIG names no cluster: how soon a run runs was not measured.')
  return onStandIn
}
