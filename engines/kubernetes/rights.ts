import type { EngineRight, EngineRights } from '../engine.ts'
import type { ClusterClient } from './client.ts'
import type { NamespaceMode } from './namespaces.ts'
import { type Need, type Rule, remedyFor } from './roles.ts'

const REVIEWS = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'

const rule = (group: string, resource: string, verbs: string): Rule => ({
  group,
  resource,
  verbs: verbs.split(' '),
})

const need = (purpose: string, rules: Rule[], without: string | null = null, isNamespaced = true): Need => ({
  purpose,
  rules,
  isNamespaced,
  without,
})

const RUNS = [
  need('Start runs', [rule('batch', 'jobs', 'create'), rule('', 'secrets', 'create')]),
  need('Follow the state of runs', [
    rule('batch', 'jobs', 'get list watch'),
    rule('', 'pods', 'get list watch'),
  ]),
  need('End runs and remove what is left of them', [
    rule('batch', 'jobs', 'delete patch'),
    rule('', 'secrets', 'delete'),
  ]),
  need('Keep workspaces apart', [
    rule('', 'serviceaccounts', 'create list delete'),
    rule('networking.k8s.io', 'networkpolicies', 'create'),
  ]),
  need(
    'Read what a run wrote before its pod was lost',
    [rule('', 'pods/log', 'get')],
    'What a run wrote before its pod was lost cannot be read.',
  ),
  need(
    'Read why the cluster refuses or ends a pod',
    [rule('', 'events', 'list')],
    'The reason why the cluster refuses a pod, or cannot start it, is not shown, and before Kubernetes 1.26 that it ends one is not seen.',
  ),
  need(
    'Read why a queue of the cluster keeps a run waiting',
    [rule('kueue.x-k8s.io', 'workloads', 'list')],
    'The reason why a queue of the cluster keeps a run waiting is not shown.',
  ),
  need(
    'Match tiers to the nodes, and show the nodes',
    [rule('', 'nodes', 'list')],
    'Tiers are not matched to the nodes of the cluster.',
    false,
  ),
]

const OWN_NAMESPACES = [
  need('Find the namespaces of workspaces', [rule('', 'namespaces', 'get list')]),
  need(
    'Create and remove the namespace of each workspace',
    [rule('', 'namespaces', 'create delete')],
    'An administrator has to create and remove the namespace of each workspace.',
  ),
  need('Limit what a namespace may hold', [
    rule('', 'resourcequotas', 'create'),
    rule('', 'limitranges', 'create'),
  ]),
]

export function neededRights(mode: NamespaceMode): Need[] {
  return mode.kind === 'single'
    ? RUNS
    : [...RUNS, ...OWN_NAMESPACES].map((each) => ({ ...each, isNamespaced: false }))
}

/** Asks the cluster about each right. */
export async function checkRights(client: ClusterClient, mode: NamespaceMode): Promise<EngineRights> {
  const checked = await Promise.all(
    neededRights(mode).map(async (needed) => {
      const namespace = needed.isNamespaced && mode.kind === 'single' ? mode.name : null
      const asks = singleAsks(needed)
      const allowed = await Promise.all(asks.map((ask) => isAllowed(client, ask, namespace)))
      const missing = asks.filter((_, index) => !allowed[index])
      return { needed: { ...needed, rules: missing }, right: rightOf(needed, namespace, allowed) }
    }),
  )
  const missing = checked.map(({ needed }) => needed).filter(({ rules }) => rules.length > 0)
  return {
    rights: checked.map(({ right }) => right),
    remedy: missing.length === 0 ? null : remedyFor(missing, mode, await client.account()),
  }
}

/** Lists the effects of missing rights, except for rights without which nothing works. */
export function lostWithout(rights: EngineRight[]): string[] {
  return rights.flatMap(({ asks, without }) =>
    asks.every(({ is_allowed }) => is_allowed) ? [] : (without ?? []),
  )
}

function singleAsks({ rules }: Need): Rule[] {
  return rules.flatMap((each) => each.verbs.map((verb) => ({ ...each, verbs: [verb] })))
}

function rightOf(needed: Need, namespace: string | null, allowed: boolean[]): EngineRight {
  const { purpose, without, rules } = needed
  const isOfCluster = rules.every(({ resource }) => OF_CLUSTER.includes(resource))
  const everywhere = isOfCluster ? 'whole cluster' : 'all namespaces'
  return {
    purpose,
    without,
    place: namespace === null ? everywhere : `namespace ${namespace}`,
    asks: singleAsks(needed).map(({ verbs, resource }, index) => ({
      name: `${verbs.join()} ${resource}`,
      is_allowed: allowed[index] ?? false,
    })),
  }
}

/** Resources without a namespace. */
const OF_CLUSTER = ['nodes', 'namespaces']

async function isAllowed(
  client: ClusterClient,
  { group, resource: whole, verbs: [verb] }: Rule,
  namespace: string | null,
): Promise<boolean> {
  const [resource, subresource] = whole.split('/')
  const { status } = await client.create<{ status: { allowed: boolean } }>(REVIEWS, {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: {
      resourceAttributes: { group, resource, subresource, verb, namespace: namespace ?? undefined },
    },
  })
  return status.allowed
}
