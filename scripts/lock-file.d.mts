export interface Library {
  path: string
  name: string
  version: string
  license?: string
  integrity?: string
  resolved?: string
  dev?: boolean
  optional?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export interface LockFile {
  product: { name: string; version: string; license: string }
  packages: Record<string, Partial<Library> & { devDependencies?: Record<string, string> }>
  libraries: Library[]
}

export function readLockFile(root: string): LockFile
export function isForRuntime(library: Pick<Library, 'dev'>): boolean
