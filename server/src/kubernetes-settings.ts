import { parsedJson } from '@podium/engines/attempt/json-file.ts'
import type { Settings } from './settings.ts'

/** Settings for runs on a Kubernetes cluster. */
export interface KubernetesSettings {
  /** a namespace for each workspace, or one for all */
  namespaces: { kind: 'workspace' } | { kind: 'single'; name: string }
  runner_image: string
  run_image: string | null
  /** the address of the servers for pods, without a trailing slash */
  runner_url: string
  node_label: string
  queue_label: { name: string; value: string } | null
  /** annotations of the pods of all runs */
  pod_annotations: Record<string, string>
}

const IMAGE = /^[a-z0-9][\w.\-/:@]*$/i
const NAMESPACE = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/
const LABEL_NAME = /^([a-z0-9.-]{1,253}\/)?[A-Za-z0-9]([\w.-]{0,61}[A-Za-z0-9])?$/
const LABEL_VALUE = /^[A-Za-z0-9]([\w.-]{0,61}[A-Za-z0-9])?$/
const NODE_LABEL = 'node.kubernetes.io/instance-type'

/** Reads the settings of the engine `kubernetes`; errors are added to the settings' problems. */
export function readKubernetesSettings(settings: Settings, publicUrl: URL | null): KubernetesSettings {
  const wrong = (sentence: string) => void settings.problems.push(sentence)
  const runner_image = image('PODIUM_RUNNER_IMAGE')
  if (runner_image === null)
    wrong(
      'PODIUM_ENGINE=kubernetes needs PODIUM_RUNNER_IMAGE, the name of the image that Podium itself runs from.',
    )
  const runner_url = settings.webAddress('PODIUM_RUNNER_URL') ?? publicUrl
  if (runner_url === null)
    wrong(
      'PODIUM_ENGINE=kubernetes needs PODIUM_RUNNER_URL, the address at which pods reach Podium, or PODIUM_PUBLIC_URL.',
    )

  function image(name: 'PODIUM_RUNNER_IMAGE' | 'PODIUM_RUN_IMAGE'): string | null {
    const value = settings.text(name)
    if (value !== null && !IMAGE.test(value))
      wrong(`${name}=${value}: give the name of an image, as in registry.example.org/podium:1.2.`)
    return value
  }

  function namespaces(): KubernetesSettings['namespaces'] {
    const value = settings.text('PODIUM_KUBE_NAMESPACES') ?? 'workspace'
    const [, name = ''] = /^single:(.*)$/.exec(value) ?? []
    if (NAMESPACE.test(name)) return { kind: 'single', name }
    if (value !== 'workspace')
      wrong(
        `PODIUM_KUBE_NAMESPACES=${value}: give 'workspace' for a namespace each, or 'single:NAME' for one that is there already.`,
      )
    return { kind: 'workspace' }
  }

  function nodeLabel(): string {
    const value = settings.text('PODIUM_KUBE_NODE_LABEL') ?? NODE_LABEL
    if (!LABEL_NAME.test(value)) wrong(`PODIUM_KUBE_NODE_LABEL=${value}: give the name of a label of nodes.`)
    return value
  }

  function queueLabel(): KubernetesSettings['queue_label'] {
    const text = settings.text('PODIUM_KUBE_QUEUE_LABEL')
    if (text === null) return null
    const [name = '', value = ''] = text.split('=')
    if (!LABEL_NAME.test(name) || !LABEL_VALUE.test(value))
      wrong(
        `PODIUM_KUBE_QUEUE_LABEL=${text}: give a label with its value, as in kueue.x-k8s.io/queue-name=training.`,
      )
    return { name, value }
  }

  function podAnnotations(): Record<string, string> {
    const text = settings.text('PODIUM_KUBE_POD_ANNOTATIONS') ?? '{}'
    const given = parsedJson(text)
    if (isAnnotations(given)) return given
    wrong(
      `PODIUM_KUBE_POD_ANNOTATIONS=${text}: give names and texts as JSON, as in {"sidecar.istio.io/inject":"false"}.`,
    )
    return {}
  }

  return {
    namespaces: namespaces(),
    runner_image: runner_image ?? '',
    run_image: image('PODIUM_RUN_IMAGE'),
    runner_url: runner_url?.href.replace(/\/$/, '') ?? '',
    node_label: nodeLabel(),
    queue_label: queueLabel(),
    pod_annotations: podAnnotations(),
  }
}

function isAnnotations(value: unknown): value is Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(value).every(([name, text]) => LABEL_NAME.test(name) && typeof text === 'string')
}
