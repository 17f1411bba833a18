export interface PackedFile {
  /** its path in the archive, below the release's folder */
  name: string
  path?: string
  /** the target, if it is a symbolic link */
  link?: string
}
export function packedFiles(root: string): PackedFile[]
export function runtimePackages(root: string): string[]
