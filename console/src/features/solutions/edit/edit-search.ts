/** What the address of the editor says, and what makes no sense there counts as not said. */

export type EditTab = 'metadata' | 'changes'

/** What is compared: two versions, or the newest and the text that is edited (null). */
export interface Compared {
  from: number
  to: number | null
}

export function tabOf(search: Record<string, string | undefined>): EditTab {
  return search.tab === 'changes' ? 'changes' : 'metadata'
}

export function comparedOf(search: Record<string, string | undefined>, newest: number): Compared {
  return { from: versionOf(search.from, newest) ?? newest, to: versionOf(search.to, newest) }
}

function versionOf(asked: string | undefined, newest: number): number | null {
  const number = Number(asked)
  return asked && Number.isInteger(number) && number >= 1 && number <= newest ? number : null
}
