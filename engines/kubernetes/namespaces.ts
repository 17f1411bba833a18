import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { type ClusterClient, ClusterRefusal, isThere } from './client.ts'
import { LABELS, OPEN_NETWORK, ownLabels, selectorOf, workspaceName } from './names.ts'
import { type Metadata, pathOf, type Resource } from './resources.ts'

/** Namespaces of runs: one for each workspace, or one for all. */
export type NamespaceMode = { kind: 'workspace' } | { kind: 'single'; name: string }

export interface Namespaces {
  /** returns the namespace of a workspace's runs, and their service account in it */
  of(workspace: string): { namespace: string; account: string }
  prepare(workspace: string): Promise<void>
  prepared(): Promise<string[]>
  release(workspace: string): Promise<void>
  /** Marks prepared objects as possibly gone, so that the next `prepare` checks. */
  forget(workspace: string): void
}

export interface NamespacesOptions {
  client: ClusterClient
  mode: NamespaceMode
  installation: string
  runnerUrl: string
  /** addresses at which runs reach the object store; a `*` stands for any name, and names get no egress */
  storeOrigins: readonly string[]
}

/** Default quota of a namespace, as a safeguard against mistakes. */
const QUOTA = { pods: '1000', 'count/jobs.batch': '2000' }
/** Default limits of other pods there, because a quota of the administrator refuses pods without limits. */
const DEFAULTS = { cpu: '500m', memory: '512Mi' }
const NAME = 'podium-runs'

/** Creates the objects that runs need in the cluster. Objects that an administrator made or changed stay unchanged. */
export function createNamespaces(options: NamespacesOptions): Namespaces {
  const { client, mode, installation, runnerUrl, storeOrigins } = options
  const ready = new Set<string>()
  const own = ownLabels(installation)
  const list = (kind: 'namespaces' | 'serviceaccounts', namespace: string | null) =>
    client.list<Resource>(pathOf(kind, namespace), { labelSelector: selectorOf(own) })

  function of(workspace: string): { namespace: string; account: string } {
    const name = workspaceName(workspace)
    return mode.kind === 'single'
      ? { namespace: mode.name, account: name }
      : { namespace: name, account: NAME }
  }

  async function makeNamespace(name: string, workspace: string): Promise<void> {
    const labels = { ...own, [LABELS.workspace]: workspace, ...RESTRICTED }
    const path = pathOf('namespaces', null)
    const found = await client.get<Resource>(`${path}/${name}`)
    if (found?.metadata.deletionTimestamp)
      throw new Error(`The namespace ${name} is being removed from the cluster.`)
    if (found) return
    const made = { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } }
    await unlessThere(client.create(path, made)).catch((error) => {
      throw error instanceof ClusterRefusal && error.status === 403
        ? new Error(
            `Podium may not create the namespace ${name}: ask an administrator of the cluster to create it.`,
          )
        : error
    })
  }

  async function makeParts({ namespace, account }: ReturnType<typeof of>, workspace: string): Promise<void> {
    const make = (kind: Parameters<typeof pathOf>[0], body: Resource) =>
      unlessThere(client.create(pathOf(kind, namespace), body))
    const labels = { ...own, [LABELS.workspace]: workspace }
    await make('serviceaccounts', {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: account, labels },
      ...{ automountServiceAccountToken: false },
    })
    await make('networkpolicies', networkPolicy(own, [runnerUrl, ...storeOrigins.filter(hasPlainAddress)]))
    await make('networkpolicies', openNetwork(own))
    if (mode.kind === 'single') return
    const named = { name: NAME, labels: own }
    await make('resourcequotas', withSpec('v1', 'ResourceQuota', named, { hard: QUOTA }))
    const limits = [{ type: 'Container', default: DEFAULTS, defaultRequest: DEFAULTS }]
    await make('limitranges', withSpec('v1', 'LimitRange', named, { limits }))
  }

  return {
    of,
    async prepare(workspace) {
      if (ready.has(workspace)) return
      const scope = of(workspace)
      if (mode.kind === 'workspace') await makeNamespace(scope.namespace, workspace)
      await makeParts(scope, workspace)
      ready.add(workspace)
    },
    async prepared() {
      const { items } = await (mode.kind === 'single'
        ? list('serviceaccounts', mode.name)
        : list('namespaces', null))
      return items
        .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
        .flatMap(({ metadata }) => metadata.labels?.[LABELS.workspace] ?? [])
    },
    async release(workspace) {
      ready.delete(workspace)
      const { namespace, account } = of(workspace)
      if (mode.kind === 'single') return client.remove(pathOf('serviceaccounts', namespace, account))
      const found = await client.get<Resource>(pathOf('namespaces', null, namespace))
      const isOurs = found?.metadata.labels?.[LABELS.installation] === installation
      if (isOurs) await client.remove(pathOf('namespaces', null, namespace))
    },
    forget: (workspace) => void ready.delete(workspace),
  }
}

/** With Pod Security, the cluster holds runs to its strictest profile; otherwise these are only labels. */
const RESTRICTED = {
  'pod-security.kubernetes.io/enforce': 'restricted',
  'pod-security.kubernetes.io/warn': 'restricted',
}

function withSpec(
  apiVersion: string,
  kind: string,
  metadata: Metadata,
  spec: object,
): Resource & { spec: object } {
  return { apiVersion, kind, metadata, spec }
}

/**
 * Returns a policy that lets runs reach the servers, DNS, and the store if it has an IP address, and lets nothing reach
 * runs. Other policies may allow more, like the one for a changed address: Podium changes none.
 */
function networkPolicy(labels: Record<string, string>, reached: string[]): Resource {
  const port = (number: number, protocol: 'TCP' | 'UDP') => ({ port: number, protocol })
  const name = `${NAME}-${createHash('sha256').update(reached.join(' ')).digest('hex').slice(0, 8)}`
  return withSpec(
    'networking.k8s.io/v1',
    'NetworkPolicy',
    { name, labels },
    {
      podSelector: { matchLabels: { [LABELS.managedBy]: labels[LABELS.managedBy] } },
      policyTypes: ['Ingress', 'Egress'],
      egress: [
        { ports: [port(53, 'UDP'), port(53, 'TCP')] },
        ...reached.map((url) => egressTo(new URL(url))),
      ],
    },
  )
}

/** Link-local addresses, at which clouds serve the node's credentials. */
const LINK_LOCAL = '169.254.0.0/16'
const METADATA_V6 = 'fd00:ec2::254/128'

/** Returns a policy for labelled pods only. It exists from the first run on, so the setting changes no policy. */
function openNetwork(labels: Record<string, string>): Resource {
  return withSpec(
    'networking.k8s.io/v1',
    'NetworkPolicy',
    { name: `${NAME}-network`, labels },
    {
      podSelector: {
        matchLabels: { [LABELS.managedBy]: labels[LABELS.managedBy], [LABELS.network]: OPEN_NETWORK },
      },
      policyTypes: ['Egress'],
      egress: [
        {
          to: [
            { namespaceSelector: {} },
            { ipBlock: { cidr: '0.0.0.0/0', except: [LINK_LOCAL] } },
            { ipBlock: { cidr: '::/0', except: [METADATA_V6] } },
          ],
        },
      ],
    },
  )
}

/** True for an IP address. Policies cannot contain names, so a rule for one would open its port on every host. */
export function hasPlainAddress(url: string): boolean {
  return isIP(plainHost(new URL(url))) !== 0
}

function plainHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/**
 * Returns an egress rule. A service's target port is unknown, so all ports of Podium's pods are open; for an outside
 * name, only the port is known.
 */
function egressTo(url: URL): object {
  const { hostname, port, protocol } = url
  const ports = [{ port: Number(port) || (protocol === 'https:' ? 443 : 80), protocol: 'TCP' }]
  const address = plainHost(url)
  if (hasPlainAddress(url.href))
    return { to: [{ ipBlock: { cidr: `${address}/${isIP(address) === 4 ? 32 : 128}` } }], ports }
  if (/\.svc(\.|$)/.test(hostname) || !hostname.includes('.'))
    return {
      to: [{ namespaceSelector: {}, podSelector: { matchLabels: { 'app.kubernetes.io/name': 'podium' } } }],
    }
  return { ports }
}

async function unlessThere(creating: Promise<unknown>): Promise<void> {
  await creating.catch((error) => {
    if (!isThere(error)) throw error
  })
}
