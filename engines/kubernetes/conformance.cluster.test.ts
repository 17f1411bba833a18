import { describeEngine } from '../conformance.ts'
import { openRealCluster } from './testing/real-cluster.ts'

describeEngine('the Kubernetes engine on a cluster', openRealCluster)
