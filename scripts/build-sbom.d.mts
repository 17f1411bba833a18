import type { LockFile } from './lock-file.d.mts'

export interface Component {
  'bom-ref': string
  name: string
  version: string
  purl: string
  hashes: { alg: string; content: string }[]
  licenses: unknown[]
}

export interface Sbom {
  bomFormat: string
  specVersion: string
  metadata: { component: { name: string; version: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

export function buildSbom(root: string, path: string): void
export function sbomOf(lock: LockFile): Sbom
