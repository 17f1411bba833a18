import { expect, test } from 'vitest'
import { readKubernetesSettings } from './kubernetes-settings.ts'
import { readSettings } from './settings.ts'

function read(env: Record<string, string>, publicUrl: string | null = null) {
  const settings = readSettings(env)
  const kubernetes = readKubernetesSettings(settings, publicUrl === null ? null : new URL(publicUrl))
  return { kubernetes, problems: settings.problems }
}

test('requires only an image and an address', () => {
  const { kubernetes, problems } = read({ PODIUM_RUNNER_IMAGE: 'podium:1' }, 'https://podium.example.org/')
  expect(problems).toEqual([])
  expect(kubernetes).toEqual({
    namespaces: { kind: 'workspace' },
    runner_image: 'podium:1',
    run_image: null,
    runner_url: 'https://podium.example.org',
    node_label: 'node.kubernetes.io/instance-type',
    queue_label: null,
    pod_annotations: {},
  })
})

test('reads every setting', () => {
  const { kubernetes, problems } = read({
    PODIUM_RUNNER_IMAGE: 'registry:5000/podium@sha256:00',
    PODIUM_RUN_IMAGE: 'python:3.12',
    PODIUM_RUNNER_URL: 'http://podium.podium.svc:8080',
    PODIUM_KUBE_NAMESPACES: 'single:team-a',
    PODIUM_KUBE_NODE_LABEL: 'pool',
    PODIUM_KUBE_QUEUE_LABEL: 'kueue.x-k8s.io/queue-name=training',
    PODIUM_KUBE_POD_ANNOTATIONS: '{"proxy.istio.io/config":"{\\"holdApplicationUntilProxyStarts\\":true}"}',
  })
  expect(problems).toEqual([])
  expect(kubernetes).toMatchObject({
    namespaces: { kind: 'single', name: 'team-a' },
    runner_url: 'http://podium.podium.svc:8080',
    node_label: 'pool',
    queue_label: { name: 'kueue.x-k8s.io/queue-name', value: 'training' },
    pod_annotations: { 'proxy.istio.io/config': '{"holdApplicationUntilProxyStarts":true}' },
  })
})

test('reports all errors at once', () => {
  const { problems } = read({
    PODIUM_RUN_IMAGE: 'two words',
    PODIUM_KUBE_NAMESPACES: 'team',
    PODIUM_KUBE_NODE_LABEL: '=',
    PODIUM_KUBE_QUEUE_LABEL: 'training',
    PODIUM_KUBE_POD_ANNOTATIONS: '{"sidecar.istio.io/inject":false}',
  })
  expect(problems.map((problem) => problem.split(/[ =:]/)[0])).toEqual([
    'PODIUM_ENGINE',
    'PODIUM_ENGINE',
    'PODIUM_KUBE_NAMESPACES',
    'PODIUM_RUN_IMAGE',
    'PODIUM_KUBE_NODE_LABEL',
    'PODIUM_KUBE_QUEUE_LABEL',
    'PODIUM_KUBE_POD_ANNOTATIONS',
  ])
})
