import { checkSolutionName } from '@podium/contract/solution-metadata/metadata.ts'

const MAX_LENGTH = 50

/** Makes a text the name of a solution: lower-case letters, digits and hyphens. Null if too little is left. */
export function solutionNameFrom(text: string): string | null {
  const name = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-|-$/g, '')
  return checkSolutionName(name) === null ? name : null
}

/** The name with the login of a person behind it, for one whose name belongs to somebody else. */
export function ownNameOf(name: string, login: string): string {
  const end = solutionNameFrom(`x-${login}`)?.slice(2) ?? 'mine'
  return `${name.slice(0, MAX_LENGTH - end.length - 1).replace(/-$/, '')}-${end}`
}
