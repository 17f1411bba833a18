/** Searches for many texts at once. */
export interface TextTree {
  search(): TextSearch
  /** Returns the steps of all searches so far: at most four per byte, whatever the texts and the bytes are. */
  steps(): number
  /** approximate memory */
  bytes: number
}

/** Searches a stream. Returns the matches that the next piece adds; offsets count from the first byte of the stream. */
export type TextSearch = (piece: Uint8Array) => Found

/** From one offset up to but not including another. */
export type Range = [from: number, to: number]

export interface Found {
  /** Matches that end in this piece, in order; adjacent and overlapping ones are merged. */
  ranges: Range[]
  /** Offset from which the bytes may begin a text that continues: the end of the piece if none does. */
  open: number
}

const BYTES_OF_NODE = 14
/** bytes of its map entry */
const BYTES_OF_BRANCH = 50
/** Steps of building the tree between points at which it may pause. */
const STEPS = 1000
/** Marks the byte of a node that is not a child of the node before it. */
const BRANCH = 0x100
/** Each text is longer than this. */
const SKIPPED = 7

/**
 * The automaton of Aho and Corasick. Nodes of a text are consecutive, so a map is only needed at branches. Node 0 is
 * the root. Yields often, because many texts take seconds.
 */
export function* buildTextTree(texts: readonly Uint8Array[]): Generator<void, TextTree> {
  let most = 2
  let longest = 0
  for (const [at, { length }] of texts.entries()) {
    if (at % STEPS === 0) yield
    most += length
    longest = Math.max(longest, length)
  }
  /** the byte on the edge to a node */
  const bytes = new Uint16Array(most).fill(BRANCH)
  const depths = new Uint32Array(most)
  /** length of the longest text that ends at a node */
  const ends = new Uint32Array(most)
  /** for each prefix, its longest suffix that is a prefix too */
  const fallbacks = new Uint32Array(most)
  /** by byte, because one map of all nodes would take long to grow */
  const branches = Array.from({ length: 256 }, () => new Map<number, number>())
  /** by pair of bytes, the positions to skip if the pair is at the end of the window (see skipAt) */
  const skips = new Uint8Array(2 ** 16).fill(SKIPPED)
  let nodes = 1
  let steps = 0

  function child(node: number, byte: number): number {
    return bytes[node + 1] === byte ? node + 1 : (branches[byte]?.get(node) ?? 0)
  }

  function after(node: number, byte: number): number {
    for (let from = node; ; from = fallbacks[from] as number) {
      const to = child(from, byte)
      steps += 1
      if (to !== 0 || from === 0) return to
    }
  }

  function grow(from: number, byte: number): number {
    const to = nodes
    nodes += 1
    depths[to] = (depths[from] as number) + 1
    bytes[to] = from === to - 1 ? byte : BRANCH | byte
    if (from !== to - 1) branches[byte]?.set(from, to)
    return to
  }

  /** Links the nodes of all texts at a depth, as a fallback is nearer to the root than its node. */
  function* linkAll(): Generator<void> {
    const reached = new Uint32Array(texts.length)
    let level: Iterable<number> = texts.keys()
    let linked = 0
    for (let depth = 0; depth < longest; depth += 1) {
      const next: number[] = []
      for (const at of level) {
        linked += 1
        if (linked % STEPS === 0) yield
        const text = texts[at] as Uint8Array
        const byte = text[depth] as number
        const from = reached[at] as number
        const to = child(from, byte)
        if (from !== 0) fallbacks[to] = after(fallbacks[from] as number, byte)
        if (ends[to] === 0) ends[to] = ends[fallbacks[to] as number] as number
        reached[at] = to
        if (depth + 1 < text.length) next.push(at)
      }
      level = next
    }
  }

  function search(): TextSearch {
    let node = 0
    let read = 0
    return (piece) => {
      const ranges: Range[] = []
      for (let at = 0; at < piece.length; ) {
        const depth = depths[node] as number
        const skip = depth < SKIPPED ? skipAt(piece, at - depth) : 0
        if (skip > 0 && skip >= depth) {
          node = 0
          at += skip - depth
          continue
        }
        node = after(node, piece[at] as number)
        at += 1
        const length = ends[node] as number
        if (length > 0) append(ranges, [read + at - length, read + at])
      }
      read += piece.length
      return { ranges, open: read - (depths[node] as number) }
    }
  }

  /** Returns how many positions from here on cannot begin a text, according to two bytes ahead (Wu and Manber). */
  function skipAt(piece: Uint8Array, at: number): number {
    const ahead = at + SKIPPED - 1
    if (ahead < 0 || ahead + 1 >= piece.length) return 0
    steps += 1
    return skips[pairAt(piece, ahead)] as number
  }

  for (const text of texts) {
    let node = 0
    for (const [at, byte] of text.entries()) {
      if (at % STEPS === 0) yield
      node = child(node, byte) || grow(node, byte)
    }
    ends[node] = text.length
    shortenSkips(skips, text)
  }
  yield* linkAll()
  steps = 0
  const entries = branches.reduce((sum, { size }) => sum + size, 0)
  const size = skips.length + nodes * BYTES_OF_NODE + entries * BYTES_OF_BRANCH
  return { search, steps: () => steps, bytes: size }
}

function shortenSkips(skips: Uint8Array, text: Uint8Array): void {
  for (let at = 0; at < SKIPPED; at += 1) {
    const pair = pairAt(text, at)
    skips[pair] = Math.min(skips[pair] as number, SKIPPED - 1 - at)
  }
}

function pairAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] as number) << 8) | (bytes[at + 1] as number)
}

function append(ranges: Range[], [from, to]: Range): void {
  let begin = from
  for (let last = ranges.at(-1); last && last[1] >= begin; last = ranges.at(-1)) {
    begin = Math.min(begin, last[0])
    ranges.pop()
  }
  ranges.push([begin, to])
}
