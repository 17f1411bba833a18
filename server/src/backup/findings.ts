import { createHash } from 'node:crypto'
import { CannotStart } from '../start/sentence.ts'
import { type Manifest, parseManifest, type TableSummary } from './manifest.ts'
import { type ExportedObject, objectLine } from './object-line.ts'

export type Findings = ReturnType<typeof createFindings>

/** What was really in the export, to be held against what its manifest says. */
export function createFindings() {
  const tables: TableSummary[] = []
  const objects = { count: 0, bytes: 0 }
  const buckets = new Set<string>()
  const lines = createHash('sha256')
  let list = ''
  let manifest: Manifest | undefined

  return {
    table(table: TableSummary) {
      tables.push(table)
    },
    object(object: ExportedObject) {
      buckets.add(object.bucket)
      objects.count += 1
      objects.bytes += object.size
      lines.update(objectLine(object))
    },
    objectList(sha256: string) {
      list = sha256
    },
    manifest(text: string) {
      manifest = parseManifest(text)
    },
    refuseAfterManifest() {
      if (manifest) refuse('something follows its manifest')
    },
    compare(): Manifest {
      if (!manifest) return refuse('it has no manifest, so it was not finished')
      for (const [index, wanted] of manifest.tables.entries())
        if (JSON.stringify(tables[index]) !== JSON.stringify(pick(wanted)))
          refuse(`the rows of ${wanted.name} are not those it was made with`)
      if (tables.length !== manifest.tables.length) refuse('it holds a table that its manifest does not name')
      const { count, bytes, sha256 } = manifest.objects
      const same = objects.count === count && objects.bytes === bytes
      if (!same || lines.digest('hex') !== sha256 || list !== sha256)
        refuse('its objects are not those it was made with')
      const { buckets: named } = manifest
      if ([...buckets].some((bucket) => !named.includes(bucket)))
        refuse('it holds objects of a bucket that its manifest does not name')
      return manifest
    },
  }
}

function pick({ name, rows, sha256 }: TableSummary) {
  return { name, rows, sha256 }
}

/** Ends the import with a sentence about the export. */
export function refuse(what: string): never {
  throw new CannotStart(`This export cannot be used: ${what}. Nothing was imported.`)
}
