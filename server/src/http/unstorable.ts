import { FieldProblems } from '@podium/contract/errors.ts'

interface Node {
  value: unknown
  /** the member or item of `parent`; '' for the whole body */
  key: string | number
  parent: Node | null
}

/**
 * What keeps a body from being stored whatever it means: PostgreSQL takes neither a NUL character nor half a
 * surrogate pair.
 */
export function unstorable(body: unknown): FieldProblems | null {
  const left: Node[] = [{ value: body, key: '', parent: null }]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    const { value } = node
    if (isBroken(value) || isBroken(node.key))
      return problemAt(node, 'This text holds a NUL character or half a character.', 'text_invalid')
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of membersOf(value))
      if (typeof inner === 'object' || isBroken(inner) || isBroken(key))
        left.push({ value: inner, key, parent: node })
  }
  return null
}

function membersOf(value: object): Iterable<[string | number, unknown]> {
  return Array.isArray(value) ? value.entries() : Object.entries(value)
}

function isBroken(text: unknown): boolean {
  return typeof text === 'string' && /\0|\p{Surrogate}/u.test(text)
}

function problemAt(node: Node, msg: string, type: string): FieldProblems {
  const loc: (string | number)[] = []
  for (let at: Node | null = node; at?.parent; at = at.parent) loc.unshift(at.key)
  return new FieldProblems([{ loc: ['body', ...loc], msg, type }])
}
