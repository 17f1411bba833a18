import { randomUUID } from 'node:crypto'
import type { ResourceList, WatchEvent } from '../resources.ts'
import { KINDS, type Kind } from './kinds.ts'

/** An object in the stand-in. */
export interface Stored {
  apiVersion: string
  kind: string
  metadata: {
    name: string
    namespace?: string
    uid: string
    resourceVersion: string
    creationTimestamp: string
    deletionTimestamp?: string
    labels?: Record<string, string>
    annotations?: Record<string, string>
  }
  [field: string]: unknown
}

export type Change = Exclude<WatchEvent<Stored>, { type: 'BOOKMARK' | 'ERROR' }> & {
  version: number
  of: Kind
}

/** Selects objects of a kind. */
export interface Selection {
  namespace: string | null
  labels: string | null
  fields: string | null
}

/** The stand-in's etcd: objects, their versions, and for a while the changes. */
export class ClusterObjects {
  readonly #objects = new Map<string, Stored>()
  readonly #listeners = new Set<(change: Change) => void>()
  #history: Change[] = []
  #version = 1000
  #oldest = 1000

  get version(): number {
    return this.#version
  }

  /** Discards history, so that a watch from a version until now is answered with 410. */
  compact(): void {
    this.#history = []
    this.#oldest = this.#version
  }

  isCompacted(version: number): boolean {
    return version < this.#oldest
  }

  find(plural: string, namespace: string | null, name: string): Stored | undefined {
    return this.#objects.get(`${plural}/${namespace ?? ''}/${name}`)
  }

  select(plural: string, selection: Selection): Stored[] {
    const found = [...this.#objects].filter(([key]) => key.startsWith(`${plural}/`)).map(([, each]) => each)
    return found
      .filter((each) => isSelected(each, selection))
      .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  }

  list(plural: string, selection: Selection, limit: number, from: number): ResourceList<Stored> {
    const all = this.select(plural, selection)
    const isLast = from + limit >= all.length
    const metadata = {
      resourceVersion: String(this.#version),
      ...(!isLast && { continue: `${from + limit}` }),
    }
    return { metadata, items: all.slice(from, from + limit) }
  }

  create(of: Kind, object: Record<string, unknown>): Stored {
    const given = object.metadata as Stored['metadata']
    const metadata = { ...given, uid: randomUUID(), creationTimestamp: now(), resourceVersion: '' }
    return this.#put('ADDED', of, { ...object, apiVersion: of.apiVersion, kind: of.kind, metadata })
  }

  /** Changes an existing object; does nothing if it is gone. */
  change(plural: string, { metadata }: Stored, change: (object: Stored) => void): void {
    const found = this.find(plural, metadata.namespace ?? null, metadata.name)
    if (!found || found.metadata.uid !== metadata.uid) return
    const copy = structuredClone(found)
    change(copy)
    if (JSON.stringify(copy) !== JSON.stringify(found)) this.#put('MODIFIED', kindOf(plural), copy)
  }

  remove(plural: string, { metadata }: Stored): void {
    const found = this.find(plural, metadata.namespace ?? null, metadata.name)
    if (!found || found.metadata.uid !== metadata.uid) return
    this.#objects.delete(keyOf(plural, found))
    this.#tell('DELETED', kindOf(plural), structuredClone(found))
  }

  since(version: number): Change[] {
    return this.#history.filter((change) => change.version > version)
  }

  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #put(type: 'ADDED' | 'MODIFIED', of: Kind, object: Stored): Stored {
    this.#tell(type, of, object)
    this.#objects.set(keyOf(of.plural, object), object)
    return object
  }

  #tell(type: Change['type'], of: Kind, object: Stored): void {
    this.#version += 1
    object.metadata.resourceVersion = String(this.#version)
    const change = { type, of, object: structuredClone(object), version: this.#version }
    this.#history.push(change)
    for (const listener of this.#listeners) listener(change)
  }
}

export function isSelected(object: Stored, { namespace, labels, fields }: Selection): boolean {
  if (namespace !== null && object.metadata.namespace !== namespace) return false
  return (
    termsOf(labels).every((term) => hasLabel(object, term)) &&
    termsOf(fields).every((t) => hasField(object, t))
  )
}

export function kindOf(plural: string): Kind {
  const kind = KINDS.find((each) => each.plural === plural)
  if (!kind) throw new Error(`The stand-in serves no ${plural}.`)
  return kind
}

const termsOf = (selector: string | null) => (selector ?? '').split(',').filter((term) => term !== '')

function hasLabel({ metadata: { labels = {} } }: Stored, term: string): boolean {
  if (term.startsWith('!')) return labels[term.slice(1)] === undefined
  const [name = '', value] = term.split('=')
  return value === undefined ? labels[name] !== undefined : labels[name] === value
}

function hasField(object: Stored, term: string): boolean {
  const [, path = '', sign, value] = /^(.+?)(!?=)(.*)$/.exec(term) ?? []
  const found = path
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], object)
  return (String(found ?? '') === value) === (sign === '=')
}

function keyOf(plural: string, object: Stored): string {
  return `${plural}/${nameOf(object)}`
}

function nameOf({ metadata }: Stored): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`
}

export function now(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z')
}
