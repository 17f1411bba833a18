import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { type ClusterClient, ClusterRefusal } from './client.ts'
import { LABELS, OPEN_NETWORK, ownLabels, selectorOf, workspaceName } from './names.ts'
import { type Metadata, pathOf, type Resource } from './resources.ts'

/** Where the runs of a workspace lie: a namespace for each, or one for all. */
export type NamespaceMode = { kind: 'workspace' } | { kind: 'single'; name: string }

export interface Namespaces {
  /** the namespace of a workspace's runs, and the service account they have there */
  of(workspace: string): { namespace: string; account: string }
  prepare(workspace: string): Promise<void>
  prepared(): Promise<string[]>
  release(workspace: string): Promise<void>
  /** What was prepared may be gone: the next `prepare` looks. */
  forget(workspace: string): void
}

export interface NamespacesOptions {
  client: ClusterClient
  mode: NamespaceMode
  installation: string
  runnerUrl: string
  /** where runs reach the object store themselves; a `*` stands for any name, and to no name a way is opened */
  storeOrigins: readonly string[]
}

/** What a namespace holds at most where an administrator sets nothing else: against a mistake, not a share. */
const MOST = { pods: '1000', 'count/jobs.batch': '2000' }
/** What is put there besides runs must have limits too, or a quota of the administrator refuses it. */
const DEFAULTS = { cpu: '500m', memory: '512Mi' }
const NAME = 'podium-runs'

/** Makes what runs need in the cluster. What an administrator has made or changed stays as it is. */
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
      throw isForbidden(error)
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
    await make('resourcequotas', withSpec('v1', 'ResourceQuota', named, { hard: MOST }))
    const limits = [{ type: 'Container', default: DEFAULTS, defaultRequest: DEFAULTS }]
    await make('limitranges', withSpec('v1', 'LimitRange', named, { limits }))
  }

  return {
    of,
    async prepare(workspace) {
      if (ready.has(workspace)) return
      const place = of(workspace)
      if (mode.kind === 'workspace') await makeNamespace(place.namespace, workspace)
      await makeParts(place, workspace)
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

/** Where the cluster has Pod Security, it holds runs to its strictest profile; elsewhere this is a label. */
const RESTRICTED = {
  'pod-security.kubernetes.io/enforce': 'restricted',
  'pod-security.kubernetes.io/warn': 'restricted',
}

function withSpec(apiVersion: string, kind: string, metadata: Metadata, spec: object): Resource {
  const resource = { apiVersion, kind, metadata, spec }
  return resource
}

/**
 * Runs reach the servers, names and the store where it has an address for them, and nothing reaches them. Another policy
 * beside this one may allow more, as that does which is made when one of these gets another address: Podium changes none.
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
      egress: [{ ports: [port(53, 'UDP'), port(53, 'TCP')] }, ...reached.map((url) => wayTo(new URL(url)))],
    },
  )
}

/** What every link has besides its hosts: clouds answer there with the credentials of the node. */
const LINK_LOCAL = '169.254.0.0/16'
const METADATA_V6 = 'fd00:ec2::254/128'

/** It is there from the first run on and opens the way of those alone that are labelled, so that a switch needs no change here. */
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

/** A policy knows no names: a way to one would lead to every host that listens on its port. */
export function hasPlainAddress(url: string): boolean {
  return isIP(plainHost(new URL(url))) !== 0
}

function plainHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** Of a service the port behind it counts, which its address does not tell; of a name outside only the port is known. */
function wayTo(url: URL): object {
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
    if (!(error instanceof ClusterRefusal && error.reason === 'AlreadyExists')) throw error
  })
}

function isForbidden(error: unknown): boolean {
  return error instanceof ClusterRefusal && error.status === 403
}
