import type { Consequences } from '@podium/contract/shapes.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { countOf, formatNumber } from '../../../format/number.ts'

/** 'penguins goes with 2 versions, 1 instance and 3 runs, their logs, artifacts and models (1.20 MB).' */
export function consequenceWords(name: string, { contains }: Pick<Consequences, 'contains'>): string {
  const { versions, instances, streams, runs, bytes } = contains
  const size = bytes === 0 ? '' : ` (${formatFileSize(bytes)})`
  const uses = counted([
    [instances, 'instance'],
    [streams, 'stream'],
    [runs, 'run'],
  ])
  const all = [...counted([[versions, 'version']]), ...uses]
  if (all.length === 0) return `${name} goes with its files${size}. Nothing uses it.`
  const whose = versions + instances + streams + runs === 1 ? 'its' : 'their'
  const what =
    runs > 0 ? `, ${whose} logs, artifacts and models` : `${all.length === 1 ? ' and' : ','} ${whose} files`
  return `${name} goes with ${listed(all)}${what}${size}.${uses.length === 0 ? ' Nothing uses it.' : ''}`
}

/** The names that are known of so many, and how many more there are: 'line-1, line-2 and 4 more'. */
export function namesOf(names: readonly string[], count: number): string {
  const more = count - names.length
  return listed(more > 0 ? [...names, `${formatNumber(more)} more`] : names)
}

function counted(amounts: readonly (readonly [count: number, one: string])[]): string[] {
  return amounts.flatMap(([count, one]) => (count === 0 ? [] : [countOf(count, one)]))
}

function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('')
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
