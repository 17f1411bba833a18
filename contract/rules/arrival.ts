/** Tells the login how the sign-in at the identity provider ended, through the fragment of the address. */

/** The reasons for a refused sign-in, with the login's sentence for each. */
export const ARRIVAL_REFUSALS = {
  away: 'The sign-in service is not answering right now. Please try again in a few seconds.',
  busy: 'Too many people are signing in right now. Please try again in a few seconds.',
  begun:
    'This sign-in was started in another browser or tab, or took longer than ten minutes. Please start again.',
  provider: 'The sign-in service did not sign you in. Please try again, or ask your administrator.',
  code: 'This sign-in has been used already or has expired. Please start again.',
  signature: 'The answer of the sign-in service has no valid signature. Ask your administrator.',
  algorithm:
    'The answer of the sign-in service is signed by a method that is not accepted here. Ask your administrator to let it sign with RS256.',
  encrypted:
    'The answer of the sign-in service is encrypted. Ask your administrator to let it send ID tokens that are signed only.',
  pushed: 'The sign-in service takes pushed requests only. Ask your administrator to switch them on here.',
  issuer: 'The answer came from another sign-in service. Ask your administrator.',
  audience: 'The answer of the sign-in service was meant for another application. Ask your administrator.',
  nonce: 'The answer of the sign-in service belongs to another sign-in. Please start again.',
  expired:
    'The answer of the sign-in service has expired. Please start again. If it happens again, ask your administrator to compare the clocks.',
  answer: 'The answer of the sign-in service cannot be read. Ask your administrator.',
  claim: 'The sign-in service did not send your ID. Ask your administrator.',
  username:
    'Your ID at the sign-in service cannot be used here. An ID has at most 64 characters: letters, digits and . _ @ - only. Ask your administrator.',
  groups: 'The sign-in service did not send your groups. Ask your administrator.',
  many: 'You are in too many groups for the sign-in service to send them. Ask your administrator.',
  group: 'You are not in a group that may sign in here. Ask your administrator.',
  taken: 'Your ID is already used by another account here. Ask your administrator.',
  first: 'Podium has no administrator yet. Ask the person who installed it to create one.',
  deleted: 'Your account was deleted. Ask your administrator.',
  locked: 'Your account is locked. Ask your administrator.',
  shut: 'An administrator locked your account.',
  inactive: 'This account has been inactive for a long time. Please contact the admin.',
  stays: 'You are signed out of Podium, but not of the sign-in service. Sign out there too.',
} as const

export type ArrivalRefusal = keyof typeof ARRIVAL_REFUSALS

const SIGNED_IN = '#signed-in='
const REFUSED = '#refused='

/** The login's fragment after a sign-in; `next` is a path of the console, '' for none. */
export const signedInFragment = (next: string): string => SIGNED_IN + encodeURIComponent(next)
export const refusedFragment = (reason: ArrivalRefusal): string => REFUSED + reason

export type Arrival = { next: string } | { refused: ArrivalRefusal }

/** The outcome in the login's fragment, or null if it holds none. */
export function readArrival(fragment: string): Arrival | null {
  if (fragment.startsWith(SIGNED_IN))
    return { next: localPath(decoded(fragment.slice(SIGNED_IN.length))) ?? '' }
  const reason = fragment.slice(REFUSED.length)
  return fragment.startsWith(REFUSED) && Object.hasOwn(ARRIVAL_REFUSALS, reason)
    ? { refused: reason as ArrivalRefusal }
    : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

const ANYWHERE = 'http://podium.invalid'

/**
 * The address as a path of this site, with query and fragment. Browsers treat `//host`, `/\host` and the like as
 * another site, also after dots in a path are resolved.
 * @returns null if it leads elsewhere, or to no page of the console
 */
export function localPath(address: string): string | null {
  if (!address.startsWith('/') || !URL.canParse(address, ANYWHERE)) return null
  const { origin, pathname, search, hash } = new URL(address, ANYWHERE)
  if (origin !== ANYWHERE || pathname.startsWith('//') || /^\/(api|auth)(\/|$)/.test(pathname)) return null
  return pathname + search + hash
}
