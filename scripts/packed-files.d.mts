export interface PackedFile {
  /** where it stands in the archive, below the release's folder */
  name: string
  path?: string
  /** it is a symbolic link to that */
  link?: string
}
export function packedFiles(root: string): PackedFile[]
export function runtimePackages(root: string): string[]
