import { join } from 'node:path'
import { type Plugin, parseAst } from 'vite'

/** What the console never reads of a declared call: what the server checks, whom it lets in, and how it describes it. */
const SERVER_ONLY = new Set([
  'summary',
  'allow',
  'scope',
  'params',
  'query',
  'body',
  'reply',
  'media',
  'otherStatuses',
  'errors',
])
const CONTRACT = join(import.meta.dirname, '..', '..', 'contract')

interface Node {
  type: string
  start: number
  end: number
}
interface Property extends Node {
  key?: { name?: string }
}
interface Call extends Node {
  callee: Node & { name?: string }
  arguments: (Node & { properties?: Property[] })[]
}

/**
 * Leaves of the contract what the console reads: of a call its address, of a module what somebody imports. The
 * contract only declares, so a call of it that nobody reads can be dropped.
 */
export function onlyAddresses(): Plugin {
  return {
    name: 'only-addresses',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform: (code, id) => (id.startsWith(CONTRACT) ? { code: shortened(code), map: null } : null),
  }
}

/** The module with its routes cut down and every call marked as one without effects. */
export function shortened(code: string): string {
  const edits = callsIn(parseAst(code)).flatMap((call) => [
    { start: call.start, end: call.start, text: '/* @__PURE__ */ ' },
    ...(call.callee.name === 'route' ? cutsOf(call) : []),
  ])
  return edits
    .sort((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code)
}

function cutsOf({ arguments: [declared] }: Call) {
  return (declared?.properties ?? [])
    .filter(({ key }) => SERVER_ONLY.has(key?.name ?? ''))
    .map(({ start, end }) => ({ start, end, text: '...null' }))
}

/** The calls of the module itself, none within a function of it, nor within what is cut away. */
function callsIn(node: unknown): Call[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(callsIn)
  const { type } = node as Node
  if (/Function/.test(type ?? '')) return []
  if (isCall(node as Node) && (node as Call).callee.name === 'route') return [node as Call]
  const inside = Object.values(node).flatMap(callsIn)
  return isCall(node as Node) ? [node as Call, ...inside] : inside
}

function isCall(node: Node): node is Call {
  return node.type === 'CallExpression'
}
