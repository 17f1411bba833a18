import type { Consequences } from '@podium/contract/shapes.ts'
import type { ReactNode } from 'react'
import { ConsequenceList } from '../../../record/consequences.tsx'

/** What goes with an instance or a stream, by count and by name, and what stands against it. */
export function whatGoes(name: string, consequences: Consequences): ReactNode {
  const { contains, deletable } = consequences
  const isAlone = Object.values(contains).every((count) => count === 0)
  if (isAlone && deletable) return `${name} goes. Nothing else goes with it.`
  return <ConsequenceList name={name} consequences={consequences} />
}

/** The same of many at once: their counts together and all of their names. */
export function sumOf(all: readonly Consequences[]): Consequences {
  const count = (of: keyof Consequences['contains']) =>
    all.reduce((sum, { contains }) => sum + contains[of], 0)
  return {
    deletable: all.every(({ deletable }) => deletable),
    reasons: all.flatMap(({ reasons }) => reasons),
    contains: {
      versions: count('versions'),
      instances: count('instances'),
      streams: count('streams'),
      runs: count('runs'),
      bytes: count('bytes'),
    },
    names: {
      instances: all.flatMap(({ names }) => names.instances).slice(0, MOST_NAMES),
      streams: all.flatMap(({ names }) => names.streams).slice(0, MOST_NAMES),
    },
  }
}

const MOST_NAMES = 10
