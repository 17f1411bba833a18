/** One file of Vite's manifest, as far as the build reads it. */
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

/** The chunk of a key. @throws where the build did not make it */
export function chunkOf(manifest: Manifest, key: string): ManifestChunk {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The build made no ${key}.`)
  return chunk
}

/** The chunks a browser must have before one of the keys runs: themselves and all they import, in no order. */
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

/** The stylesheets of those chunks, each once. */
export function stylesOf(chunks: readonly ManifestChunk[]): string[] {
  return [...new Set(chunks.flatMap(({ css }) => css ?? []))]
}
