/** One object of an export, with the hash of its content. */
export interface ExportedObject {
  bucket: string
  path: string
  size: number
  sha256: string
}

/** Its line in the list of all: the same text on both sides, because the list's hash is compared. */
export function objectLine({ bucket, path, size, sha256 }: ExportedObject): string {
  return `${JSON.stringify({ bucket, path, size, sha256 })}\n`
}
