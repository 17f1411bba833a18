/** MiB as people read them: `2.0 GiB`. */
export function gibibytes(mebibytes: number): string {
  return `${(mebibytes / 1024).toFixed(1)} GiB`
}

/** Bytes as people read them: `1.0 GiB`, `20 MiB`, `300 bytes`. */
export function bytesInWords(bytes: number): string {
  if (bytes >= 2 ** 30) return gibibytes(bytes / 2 ** 20)
  if (bytes >= 2 ** 20) return `${Math.floor(bytes / 2 ** 20)} MiB`
  return `${bytes} bytes`
}
