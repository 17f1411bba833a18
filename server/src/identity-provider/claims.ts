import { SignInRefused } from './identity-provider.ts'

type Claims = Readonly<Record<string, unknown>>

/**
 * The claim with this name. If no claim has a dotted name, it is a path: `realm_access.roles` is the list `roles`
 * within the claim `realm_access`.
 */
export function claimOf(claims: unknown, name: string): unknown {
  if (!isObject(claims)) return undefined
  if (Object.hasOwn(claims, name)) return claims[name]
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const found = claimOf(claimOf(claims, name.slice(0, dot)), name.slice(dot + 1))
    if (found !== undefined) return found
  }
  return undefined
}

/** The text in one line; '' if the claim is missing or not a text. */
export function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim.replaceAll(/\p{Cc}+/gu, ' ').trim() : ''
}

/**
 * The groups in a claim: a list of names or of objects with names, or an object whose keys are the names. A text is one
 * group unless a separator is set, because group names may contain any character.
 * @throws SignInRefused if the claim is missing
 */
export function groupsOf(claims: Claims, name: string, separator: string | null): string[] {
  const claim = claimOf(claims, name)
  if (isGroups(claim)) return namesIn(claim, separator)
  if (isLeftOut(claims, name))
    throw new SignInRefused(
      'many',
      `The provider sends no claim ${name}, because the person is in too many groups: let it send only the groups that are assigned to Podium.`,
    )
  throw new SignInRefused('groups', `The claim ${name} is missing.`)
}

function isGroups(claim: unknown): boolean {
  return typeof claim === 'string' || Array.isArray(claim) || isMap(claim)
}

function namesIn(claim: unknown, separator: string | null): string[] {
  if (Array.isArray(claim)) return claim.flatMap(nameIn)
  if (isObject(claim)) return Object.keys(claim)
  const text = textOf(claim)
  const parts = separator === null ? [text] : text.split(separator)
  return parts.map((part) => part.trim()).filter(Boolean)
}

function nameIn(each: unknown): string[] {
  const [name] = isObject(each)
    ? [each.name, each.value, each.id].filter((text) => text !== undefined)
    : [each]
  return typeof name === 'string' || typeof name === 'number' ? [String(name)] : []
}

/** Zitadel's form: an object of roles, each with the organisations that grant it. */
function isMap(claim: unknown): boolean {
  return isObject(claim) && Object.values(claim).every(isObject)
}

/** True if Microsoft Entra ID left out a list that would be too long. */
function isLeftOut(claims: Claims, name: string): boolean {
  return claims.hasgroups === true || claimOf(claims._claim_names, name) !== undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
