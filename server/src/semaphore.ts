/**
 * Lets a limited number of works run at once and queues the others, so that a crowd costs no memory. Turns alternate
 * between the waiting parties, e.g. client addresses, and within one between its own sub-parties. If too many wait, the
 * party with the most works loses the one that has waited longest, because its client is likely to have given up.
 * @param limits `of_one` is the number of works of one party that run at once; `refuse` ends a call if more than
 * `waiting` wait
 */
export function createSemaphore(limits: {
  at_once: number
  of_one?: number
  waiting: number
  refuse: () => never
}) {
  const { at_once, of_one = at_once } = limits
  let running = 0
  /** the number of running works of each party that has any */
  const own = new Map<string, number>()
  const line = emptyLine()

  const mayRun = (name: string) => running < at_once && (own.get(name) ?? 0) < of_one

  function count(name: string, more: 1 | -1): void {
    const now = (own.get(name) ?? 0) + more
    running += more
    if (now === 0) own.delete(name)
    else own.set(name, now)
  }

  const admission = (party: readonly string[]) =>
    new Promise<boolean>((admit) => {
      queue(line, party, admit)
      if (line.size > limits.waiting) take(line, fullest)?.(false)
    })

  function admitNext(): void {
    const name = foremost(line.parties, mayRun) ?? (line.own.length > 0 ? '' : undefined)
    if (name === undefined) return
    count(name, 1)
    take(line, foremost, name)?.(true)
  }

  return async function withPermit<T>(work: () => Promise<T>, party: readonly string[] = []): Promise<T> {
    const [name = ''] = party
    if (mayRun(name)) count(name, 1)
    else if (!(await admission(party))) limits.refuse()
    try {
      return await work()
    } finally {
      count(name, -1)
      admitNext()
    }
  }
}

type Admit = (admitted: boolean) => void

interface Line {
  size: number
  /** works without a sub-party, the longest waiting first */
  own: Admit[]
  /** the next in turn comes first */
  parties: Map<string, Line>
}

function emptyLine(): Line {
  return { size: 0, own: [], parties: new Map() }
}

function queue(line: Line, [name, ...rest]: readonly string[], admit: Admit): void {
  line.size += 1
  if (name === undefined) {
    line.own.push(admit)
    return
  }
  const party = line.parties.get(name) ?? emptyLine()
  line.parties.set(name, party)
  queue(party, rest, admit)
}

/** Takes one out by choosing a party at each level; that party then goes to the end. */
function take(
  line: Line,
  choose: (parties: Line['parties']) => string | undefined,
  name = choose(line.parties),
): Admit | undefined {
  const party = name === undefined ? undefined : line.parties.get(name)
  if (line.size > 0) line.size -= 1
  if (name === undefined || !party) return line.own.shift()
  line.parties.delete(name)
  if (party.size > 1) line.parties.set(name, party)
  return take(party, choose)
}

function foremost(parties: Line['parties'], may = (_name: string) => true): string | undefined {
  for (const name of parties.keys()) if (may(name)) return name
  return undefined
}

function fullest(parties: Line['parties']): string | undefined {
  let found: string | undefined
  let most = 0
  // among equals the last one, because newcomers would otherwise replace the next in turn
  for (const [name, { size }] of parties)
    if (size >= most) {
      found = name
      most = size
    }
  return found
}
