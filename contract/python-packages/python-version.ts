/** What of `requires-python` decides which Python is taken: versions and their order, as PEP 440 has them for releases. */

const CLAUSE = /^(===|==|!=|~=|<=|>=|<|>)\s*(\d+(?:\.\d+)*)(\.\*)?$/

/** Whether a version such as '3.11.2' fits '>=3.10,<3.13'; what cannot be read forbids nothing. */
export function fits(version: string, requirement: string): boolean {
  return requirement.split(',').every((clause) => fitsClause(version, clause.trim()))
}

/** Below 0 where `one` is older. A number that is not there counts as 0. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [numbersOf(one), numbersOf(other)]
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function fitsClause(version: string, clause: string): boolean {
  const [, operator, named = '', wildcard] = CLAUSE.exec(clause) ?? []
  const order = compareVersions(version, named)
  const begins = `${version}.`.startsWith(`${named}.`)
  const isSame = wildcard ? begins : order === 0
  if (operator === '==' || operator === '===') return isSame
  if (operator === '!=') return !isSame
  if (operator === '~=') return order >= 0 && `${version}.`.startsWith(`${withoutLast(named)}.`)
  if (operator === '>=') return order >= 0
  if (operator === '<=') return order <= 0
  if (operator === '>') return order > 0
  return operator === '<' ? order < 0 : true
}

function withoutLast(version: string): string {
  return version.split('.').slice(0, -1).join('.')
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number)
}
