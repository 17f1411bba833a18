import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { neededRights } from '../engines/kubernetes/rights.ts'
import type { Need } from '../engines/kubernetes/roles.ts'
import { readConfig } from '../server/src/config.ts'
import { canRender, type Manifest, render } from './manifests.ts'

const root = new URL('..', import.meta.url).pathname
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
/** As a real API server publishes them: scripts/kubernetes-schemas.mjs. */
const definitions = JSON.parse(readFileSync(join(root, 'deploy', 'kubernetes', 'schemas.json'), 'utf8'))
const ajv = new Ajv({ strict: false, allErrors: true })

/** Returns the API server's objections to an object: unknown fields, missing ones, wrong types. */
function problemsOf({ apiVersion, kind, ...rest }: Manifest): string[] {
  const group = apiVersion.includes('/')
    ? apiVersion.replace(/\.k8s\.io|\.authorization/g, '')
    : `core/${apiVersion}`
  // The cluster of the schemas is older than the name policy/v1; the fields are the same.
  const name = `io.k8s.api.${group.replace('policy/v1', 'policy/v1beta1').replace('/', '.')}.${kind}`
  if (!definitions[name]) return [`${name} is not among the schemas`]
  const isValid = ajv.compile({ definitions, $ref: `#/definitions/${name}` })
  if (isValid({ apiVersion, kind, ...rest })) return []
  return (isValid.errors ?? []).map(
    (error) => `${kind}${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
  )
}

function only(manifests: Manifest[], kind: RegExp): Manifest {
  const found = manifests.filter((manifest) => kind.test(manifest.kind))
  expect(found).toHaveLength(1)
  return found[0] as Manifest
}

const serverOf = (manifests: Manifest[]) => only(manifests, /^(Deployment|StatefulSet)$/)

function podOf(manifests: Manifest[]) {
  const { template } = serverOf(manifests).spec ?? expect.fail('no spec')
  const [container = expect.fail('no container')] = template.spec.containers
  return { labels: template.metadata.labels, pod: template.spec, container }
}

/** Returns the settings for the server, with a database URL in place of those in a secret file. */
function settingsOf(manifests: Manifest[]): Record<string, string> {
  const entries = Object.entries(only(manifests, /^ConfigMap$/).data ?? {})
  return Object.fromEntries(
    entries.map(([name, value]) =>
      name.endsWith('_FILE') ? [name.slice(0, -'_FILE'.length), 'postgres://db/podium'] : [name, value],
    ),
  )
}

test('refuses by the schemas what an API server refuses', () => {
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'podium' } }
  const wrong = { ...service, spec: { selector: { a: 1 }, ports: [{ targetPort: 'http' }], replica: 1 } }
  expect(problemsOf(service as Manifest)).toEqual([])
  expect(problemsOf(wrong as unknown as Manifest).map((problem) => problem.split(' ', 1)[0])).toEqual([
    'Service/spec',
    'Service/spec/ports/0',
    'Service/spec/selector/a',
  ])
})

describe.runIf(canRender).each(['trial', 'production'])(
  'checks the overlay %s',
  { tags: 'kubectl' },
  (overlay) => {
    const manifests = canRender ? render(overlay) : []

    test('consists of objects that an API server accepts', () => {
      expect(manifests.flatMap(problemsOf)).toEqual([])
    })

    test('has settings that the server accepts, by the name under which its pod reads them', () => {
      const { container } = podOf(manifests)
      expect(() => readConfig(settingsOf(manifests))).not.toThrow()
      expect(container.envFrom[0]?.configMapRef?.name).toBe(only(manifests, /^ConfigMap$/).metadata.name)
    })

    test('runs the image of this release without rights', () => {
      const { pod, container } = podOf(manifests)
      expect(container.image.split(':').at(-1)).toBe(version)
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
        fsGroupChangePolicy: 'OnRootMismatch',
      })
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      for (const { metadata } of manifests.filter(({ kind }) => kind === 'Namespace'))
        expect(metadata.labels).toEqual({ 'pod-security.kubernetes.io/enforce': 'restricted' })
    })

    test('injects no link to its Service, which would be read as a setting', () => {
      expect(podOf(manifests).pod.enableServiceLinks).toBe(false)
    })

    test('has time to stop in order: half a minute for calls, and the steps before', () => {
      const { pod, container } = podOf(manifests)
      const [, pause] = container.lifecycle.preStop.exec.command
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(Number(pause) + 30 + 5)
    })

    test('matches the selectors of everything that selects its pods', () => {
      const { labels } = podOf(manifests)
      const selectors = manifests.flatMap(({ kind, spec }) => {
        if (kind === 'Service') return [spec?.selector]
        return spec?.selector ? [spec.selector.matchLabels] : []
      })
      expect(selectors.length).toBeGreaterThanOrEqual(2)
      for (const selector of selectors) expect(labels).toMatchObject(selector as object)
    })
  },
)

test.runIf(canRender)(
  'runs one server with a volume in a trial, and two without in production',
  { tags: 'kubectl' },
  () => {
    const [trial, production] = [serverOf(render('trial')), serverOf(render('production'))]
    expect([trial.kind, trial.spec?.replicas]).toEqual(['StatefulSet', undefined])
    expect(trial.spec?.volumeClaimTemplates).toHaveLength(1)
    expect([production.kind, production.spec?.replicas]).toEqual(['Deployment', 2])
    expect(production.spec?.template.spec.volumes).toContainEqual({ name: 'home', emptyDir: {} })
    expect(production.spec?.strategy).toEqual({ rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } })
  },
)

test.runIf(canRender)(
  'runs Jobs with its own image in production, in a namespace only for runs',
  { tags: 'kubectl' },
  () => {
    const manifests = render('production')
    const { pod, container } = podOf(manifests)
    expect(pod.automountServiceAccountToken).toBe(true)
    expect(podOf(render('trial')).pod.automountServiceAccountToken).toBe(false)
    expect(settingsOf(manifests)).toMatchObject({
      PODIUM_ENGINE: 'kubernetes',
      PODIUM_RUNNER_IMAGE: container.image,
      PODIUM_ALLOWED_HOSTS: 'podium.podium.svc',
    })
    const place = readConfig(settingsOf(manifests)).kubernetes?.namespaces
    const inRuns = manifests.filter(({ metadata }) => metadata.namespace === 'podium-runs')
    expect(place).toEqual({ kind: 'single', name: 'podium-runs' })
    expect(inRuns.map(({ kind }) => kind)).toEqual(['Role', 'RoleBinding'])
  },
)

test.runIf(canRender)(
  'has the rights that the engine asks for, and elsewhere only to list the nodes',
  { tags: 'kubectl' },
  () => {
    const manifests = render('production')
    const needed = neededRights({ kind: 'single', name: 'podium-runs' })
    for (const [kind, isNamespaced] of [
      [/^Role$/, true],
      [/^ClusterRole$/, false],
    ] as const)
      expect(given(only(manifests, kind))).toEqual(
        asked(needed.filter((each) => each.isNamespaced === isNamespaced)),
      )
  },
)

test.runIf(canRender)(
  'has the rights for a namespace of each workspace with one more component',
  { tags: 'kubectl' },
  () => {
    const manifests = render('production', 'namespace-per-workspace')
    expect(manifests.flatMap(problemsOf)).toEqual([])
    expect(readConfig(settingsOf(manifests)).kubernetes?.namespaces).toEqual({ kind: 'workspace' })
    const [role] = manifests.filter(
      ({ kind, metadata }) => kind === 'ClusterRole' && metadata.name === 'podium-workspaces',
    )
    expect(given(role)).toEqual(asked(neededRights({ kind: 'workspace' })))
  },
)

test.runIf(canRender)(
  'trusts single addresses in production, none of a network from which runs come',
  { tags: 'kubectl' },
  () => {
    for (const address of readConfig(settingsOf(render('production'))).trusted_proxies)
      expect(isIP(address), address).not.toBe(0)
  },
)

function given(role: Manifest | undefined): string[] {
  const rights = (role?.rules ?? []).flatMap(({ apiGroups, resources, verbs }) =>
    resources.flatMap((resource) => verbs.map((verb) => `${verb} ${resource} ${apiGroups}`)),
  )
  return rights.sort()
}

function asked(needed: Need[]): string[] {
  const rights = needed
    .flatMap(({ rules }) => rules)
    .flatMap(({ group, resource, verbs }) => verbs.map((verb) => `${verb} ${resource} ${group}`))
  return rights.sort()
}
