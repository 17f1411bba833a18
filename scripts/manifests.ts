import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseAllDocuments, stringify } from 'yaml'

const root = new URL('..', import.meta.url).pathname

interface Container {
  name: string
  image: string
  envFrom: { configMapRef?: { name: string } }[]
  securityContext: Record<string, unknown>
  lifecycle: { preStop: { exec: { command: string[] } } }
}

/** The fields of a cluster's object that the tests read. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; labels?: Record<string, string> }
  data?: Record<string, string>
  rules?: { apiGroups: string[]; resources: string[]; verbs: string[] }[]
  spec?: {
    selector: Record<string, unknown>
    template: {
      metadata: { labels: Record<string, string> }
      spec: {
        containers: Container[]
        securityContext: Record<string, unknown>
        volumes: Record<string, unknown>[]
        [field: string]: unknown
      }
    }
    [field: string]: unknown
  }
}

/** True if this machine has a kubectl whose Kustomize can build the overlays. */
export const canRender = spawnSync('kubectl', ['kustomize', '--help']).status === 0

/** Returns the objects that `kubectl apply -k` would send for an overlay, perhaps with an additional component. */
export function render(overlay: string, component?: string): Manifest[] {
  const folder = join(root, 'deploy', 'kubernetes', 'overlays', overlay)
  if (component === undefined) return rendered(folder)
  const own = mkdtempSync(join(tmpdir(), 'podium-overlay-'))
  try {
    const pathTo = (path: string) => relative(realpathSync(own), path)
    const resources = [pathTo(folder)]
    const components = [pathTo(join(root, 'deploy', 'kubernetes', 'components', component))]
    writeFileSync(join(own, 'kustomization.yaml'), stringify({ resources, components }))
    return rendered(own)
  } finally {
    rmSync(own, { recursive: true })
  }
}

function rendered(folder: string): Manifest[] {
  const yaml = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' })
  return parseAllDocuments(yaml).map((document) => document.toJS() as Manifest)
}
