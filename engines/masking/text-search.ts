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

/** An edge from a node to one of its children. */
interface Step {
  from: number
  to: number
}

const BYTES_OF_NODE = 14
/** bytes of its map entry */
const BYTES_OF_HEAD = 50
/** Steps of building the tree between points at which it may pause. */
const STEPS = 1000
const FOLLOWED = 1
const BRANCHES = 2
/** Each text is longer than this. */
const SKIPPED = 7

/**
 * The trie of all texts (Aho and Corasick). Nodes of a text are consecutive, so a map is only needed at branches. Node
 * 0 is the root. Yields often, because many texts take seconds.
 */
export function* buildTextTree(texts: readonly Uint8Array[]): Generator<void, TextTree> {
  let most = 1
  for (const [at, { length }] of texts.entries()) {
    if (at % STEPS === 0) yield
    most += length
  }
  /** the byte on the edge to a node */
  const bytes = new Uint8Array(most)
  const flags = new Uint8Array(most)
  const depths = new Uint32Array(most)
  /** length of the longest text that ends at a node */
  const ends = new Uint32Array(most)
  /** for each prefix, its longest suffix that is a prefix too */
  const fallbacks = new Uint32Array(most)
  const first = new Uint32Array(256)
  /** by byte, because one map of all nodes would take long to grow */
  const branches = Array.from({ length: 256 }, () => new Map<number, number>())
  /** by depth */
  const heads = new Map<number, Step[]>()
  let headCount = 0
  /** by pair of bytes, the positions to skip if the pair is at the end of the window (see skipAt) */
  const skips = new Uint8Array(2 ** 16).fill(SKIPPED)
  let nodes = 1
  let steps = 0

  function child(node: number, byte: number): number {
    if (node === 0) return first[byte] as number
    const flag = flags[node] as number
    if (flag & FOLLOWED && bytes[node + 1] === byte) return node + 1
    return flag & BRANCHES ? (branches[byte]?.get(node) ?? 0) : 0
  }

  function after(node: number, byte: number): number {
    let from = node
    let to = child(from, byte)
    steps += 1
    while (to === 0 && from !== 0) {
      from = fallbacks[from] as number
      to = child(from, byte)
      steps += 1
    }
    return to
  }

  function* add(text: Uint8Array): Generator<void> {
    let node = 0
    for (let at = 0; at < text.length; at += 1) {
      if (at % STEPS === 0) yield
      const byte = text[at] as number
      const known = child(node, byte)
      if (known === 0) grow(node, byte, at + 1)
      node = known || nodes - 1
    }
    ends[node] = text.length
  }

  function grow(from: number, byte: number, depth: number): void {
    const to = nodes
    nodes += 1
    bytes[to] = byte
    depths[to] = depth
    if (from !== 0 && from === to - 1) {
      flags[from] = FOLLOWED
      return
    }
    headCount += 1
    const level = heads.get(depth)
    if (level) level.push({ from, to })
    else heads.set(depth, [{ from, to }])
    if (from === 0) first[byte] = to
    else {
      flags[from] = (flags[from] as number) | BRANCHES
      branches[byte]?.set(from, to)
    }
  }

  /** Level by level, because a fallback is nearer to the root than its node. */
  function* linkAll(): Generator<void> {
    let level: number[] = []
    for (let depth = 1; heads.size > 0 || level.length > 0; depth += 1) {
      const next: number[] = []
      for (const { from, to } of nodesAt(level, depth)) {
        if (next.length % STEPS === 0) yield
        next.push(link(from, to))
      }
      heads.delete(depth)
      level = next
    }
  }

  function* nodesAt(level: readonly number[], depth: number): Generator<Step> {
    for (const from of level) if ((flags[from] as number) & FOLLOWED) yield { from, to: from + 1 }
    yield* heads.get(depth) ?? []
  }

  function link(from: number, to: number): number {
    const fallback = from === 0 ? 0 : after(fallbacks[from] as number, bytes[to] as number)
    fallbacks[to] = fallback
    if (ends[to] === 0) ends[to] = ends[fallback] as number
    return to
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
    yield* add(text)
    shortenSkips(skips, text)
  }
  yield* linkAll()
  const size = skips.length + nodes * BYTES_OF_NODE + headCount * BYTES_OF_HEAD
  steps = 0
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
