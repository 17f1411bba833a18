import { createHash } from 'node:crypto'
import { stringify } from 'yaml'
import type { EngineRemedy } from '../engine.ts'
import type { NamespaceMode } from './namespaces.ts'

/** Verbs on one resource, as in a role of the cluster. */
export interface Rule {
  /** '' for the core API of Kubernetes */
  group: string
  /** with a subresource after a slash: `pods/log` */
  resource: string
  verbs: string[]
}

/** An action of Podium in a cluster, and the rules that allow it. */
export interface Need {
  purpose: string
  rules: Rule[]
  /** true: only needed in the namespace of all runs, if there is one */
  isNamespaced: boolean
  /** the effect of missing it; null if nothing works without it */
  without: string | null
}

const RBAC = 'rbac.authorization.k8s.io'
const FILE = 'podium-rights.yaml'
const SERVICE_ACCOUNT = /^system:serviceaccount:([^:]+):([^:]+)$/

/** Returns roles with exactly the missing rights, bound to the account, as a file for the cluster's administrator. */
export function remedyFor(missing: Need[], mode: NamespaceMode, account: string | null): EngineRemedy {
  const namespaces = [mode.kind === 'single' ? mode.name : null, null]
  const roles = namespaces.flatMap((namespace, index) => {
    const rules = missing.filter(({ isNamespaced }) => isNamespaced === (index === 0)).flatMap(rulesOf)
    return rules.length === 0 ? [] : boundRole(namespace, merged(rules), account)
  })
  const unknown = '# Replace PODIUM-ACCOUNT with the account that Podium uses in the cluster.\n'
  const content = roles.map((each) => stringify(each)).join('---\n')
  return {
    file: FILE,
    content: account === null ? unknown + content : content,
    command: `kubectl apply -f ${FILE}`,
  }
}

const rulesOf = ({ rules }: Need) => rules

/** Merges the verbs of a resource into one rule. */
function merged(rules: Rule[]): object[] {
  const byResource = new Map<string, Rule>()
  for (const { group, resource, verbs } of rules) {
    const before = byResource.get(`${group}/${resource}`)?.verbs ?? []
    byResource.set(`${group}/${resource}`, { group, resource, verbs: [...before, ...verbs] })
  }
  return [...byResource.values()].map(({ group, resource, verbs }) => ({
    apiGroups: [group],
    resources: [resource],
    verbs,
  }))
}

/** Names the role after its rules, so that an earlier role with other rules is not changed. */
function boundRole(namespace: string | null, rules: object[], account: string | null): object[] {
  const hash = createHash('sha256').update(JSON.stringify(rules)).digest('hex')
  const metadata = { name: `podium-${hash.slice(0, 8)}`, ...(namespace !== null && { namespace }) }
  const kind = namespace === null ? 'ClusterRole' : 'Role'
  return [
    { apiVersion: `${RBAC}/v1`, kind, metadata, rules },
    {
      apiVersion: `${RBAC}/v1`,
      kind: `${kind}Binding`,
      metadata,
      roleRef: { apiGroup: RBAC, kind, name: metadata.name },
      subjects: [subjectOf(account ?? 'PODIUM-ACCOUNT')],
    },
  ]
}

function subjectOf(account: string): object {
  const [, namespace, name] = SERVICE_ACCOUNT.exec(account) ?? []
  if (name !== undefined) return { kind: 'ServiceAccount', name, namespace }
  return { kind: 'User', apiGroup: RBAC, name: account }
}
