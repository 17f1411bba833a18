import { stringify } from 'yaml'
import type { ClusterClient } from './client.ts'
import type { NamespaceMode } from './namespaces.ts'

/** Something that Podium asks of a cluster, and why. */
export interface Right {
  /** '' for the core of Kubernetes */
  group: string
  /** with a part of it after a slash: `pods/log` */
  resource: string
  verbs: string[]
  /** in the namespace of all runs alone, where there is one */
  isNamespaced: boolean
  /** null where nothing works without it; else what is missing without it */
  without: string | null
}

export interface RightsReport {
  /** `create jobs`, in the order of the table */
  allowed: string[]
  missing: { right: string; without: string | null }[]
  /** roles that allow it all, as YAML to be bound to Podium's service account */
  yaml: string
}

const REVIEWS = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'

const right = (
  group: string,
  resource: string,
  verbs: string,
  without: string | null = null,
  isNamespaced = true,
): Right => ({ group, resource, verbs: verbs.split(' '), isNamespaced, without })

const NODES = 'Tiers are not fitted to the nodes of the cluster.'

const RUNS = [
  right('batch', 'jobs', 'create get list watch delete patch'),
  right('', 'pods', 'get list watch'),
  right('', 'secrets', 'create delete'),
  right('', 'serviceaccounts', 'create list delete'),
  right('networking.k8s.io', 'networkpolicies', 'create'),
  right('', 'pods/log', 'get', 'What a run wrote before its pod was lost cannot be read.'),
  right('', 'events', 'list', 'Why the cluster refuses a pod is not said.'),
  right('', 'nodes', 'list', NODES, false),
]

const OWN_NAMESPACES = [
  right('', 'namespaces', 'get list'),
  right(
    '',
    'namespaces',
    'create delete',
    'An administrator makes and removes the namespace of each workspace.',
  ),
  right('', 'resourcequotas', 'create'),
  right('', 'limitranges', 'create'),
]

export function neededRights(mode: NamespaceMode): Right[] {
  return mode.kind === 'single'
    ? RUNS
    : [...RUNS, ...OWN_NAMESPACES].map((each) => ({ ...each, isNamespaced: false }))
}

/** Asks the cluster for each right whether it is given. */
export async function checkRights(client: ClusterClient, mode: NamespaceMode): Promise<RightsReport> {
  const asked = neededRights(mode).flatMap((each) => each.verbs.map((verb) => ({ ...each, verb })))
  const answers = await Promise.all(
    asked.map(async ({ group, resource: whole, verb, isNamespaced }) => {
      const [resource, subresource] = whole.split('/')
      const namespace = isNamespaced && mode.kind === 'single' ? mode.name : undefined
      const { status } = await client.create<{ status: { allowed: boolean } }>(REVIEWS, {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SelfSubjectAccessReview',
        spec: { resourceAttributes: { group, resource, subresource, verb, namespace } },
      })
      return status.allowed
    }),
  )
  const nameOf = ({ verb, resource }: { verb: string; resource: string }) => `${verb} ${resource}`
  return {
    allowed: asked.filter((_, index) => answers[index]).map(nameOf),
    missing: asked
      .filter((_, index) => !answers[index])
      .map((each) => ({ right: nameOf(each), without: each.without })),
    yaml: rolesFor(mode),
  }
}

/** The roles that give what is needed. */
export function rolesFor(mode: NamespaceMode): string {
  const needed = neededRights(mode)
  const role = (kind: string, namespace: string | null, rights: Right[]) => ({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind,
    metadata: { name: 'podium', ...(namespace !== null && { namespace }) },
    rules: rights.map(({ group, resource, verbs }) => ({
      apiGroups: [group],
      resources: [resource],
      verbs,
    })),
  })
  const [inside, outside] = [true, false].map((isIn) => needed.filter((each) => each.isNamespaced === isIn))
  const roles = [
    ...(mode.kind === 'single' ? [role('Role', mode.name, inside ?? [])] : []),
    role('ClusterRole', null, outside ?? []),
  ]
  return roles.map((each) => stringify(each)).join('---\n')
}
