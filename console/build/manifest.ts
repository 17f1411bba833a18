/** One entry of Vite's manifest, with the fields that the build reads. */
export interface ManifestChunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}

export type Manifest = Record<string, ManifestChunk>

export const MAIN = 'src/main.tsx'
export const APP = 'src/app.tsx'

/** Returns the chunk of a key. @throws if the build did not make it */
export function chunkOf(manifest: Manifest, key: string): ManifestChunk {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The build made no ${key}.`)
  return chunk
}

/** The chunks a browser needs before one of the keys runs: their own and all static imports, in no particular order. */
export function closureOf(manifest: Manifest, keys: readonly string[]): ManifestChunk[] {
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    for (const next of chunkOf(manifest, key).imports ?? []) visit(next)
  }
  for (const key of keys) visit(key)
  return [...seen].map((key) => chunkOf(manifest, key))
}

/** The stylesheets of the chunks, without duplicates. */
export function stylesOf(chunks: readonly ManifestChunk[]): string[] {
  return [...new Set(chunks.flatMap(({ css }) => css ?? []))]
}
