/** How a browser that comes back from the identity provider tells the login what became of the sign-in. */

/** Why nobody was signed in: what the login says of each. */
export const ARRIVAL_REFUSALS = {
  away: 'The sign-in service does not answer right now. Please try again in a few seconds.',
  busy: 'Too many people are signing in right now. Please try again in a few seconds.',
  begun:
    'This sign-in was not begun in this browser, or it took longer than ten minutes. Please begin again.',
  provider: 'The sign-in service did not sign you in. Please try again, or ask your administrator.',
  code: 'This sign-in was used already or is too old. Please begin again.',
  signature: 'What the sign-in service sent is not signed by it. Ask your administrator.',
  issuer: 'What the sign-in service sent comes from another service. Ask your administrator.',
  audience: 'What the sign-in service sent is meant for another application. Ask your administrator.',
  nonce: 'What the sign-in service sent belongs to another sign-in. Please begin again.',
  expired:
    'What the sign-in service sent has expired. Please begin again; if it happens again, ask your administrator to compare the clocks.',
  answer: 'What the sign-in service sent cannot be read. Ask your administrator.',
  claim: 'The sign-in service did not say under which ID you are known here. Ask your administrator.',
  username:
    'Your ID at the sign-in service cannot be used here: it needs letters, digits and . _ @ - only, at most 64. Ask your administrator.',
  groups: 'The sign-in service did not say which groups you are in. Ask your administrator.',
  group: 'You are in no group that may sign in here. Ask your administrator.',
  taken: 'Your ID belongs to another account here. Ask your administrator.',
  first: 'No administrator is set up here yet, so nobody else can sign in.',
  deleted: 'Your account was deleted. Ask your administrator.',
  locked: 'Your account is locked. Ask your administrator.',
  inactive: 'This account has been inactive for a long time. Please contact the admin.',
  stays: 'You are signed out here, but the sign-in service cannot be told. Sign out there yourself.',
} as const

export type ArrivalRefusal = keyof typeof ARRIVAL_REFUSALS

const SIGNED_IN = '#signed-in='
const REFUSED = '#refused='

/** The login's fragment after a sign-in; `next` is a path of the console, '' for none. */
export const signedInFragment = (next: string): string => SIGNED_IN + encodeURIComponent(next)
export const refusedFragment = (reason: ArrivalRefusal): string => REFUSED + reason

export type Arrival = { next: string } | { refused: ArrivalRefusal }

/** What the login's fragment tells; null where it tells nothing of this kind. */
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
 * The address as a path of this site, with query and fragment. Browsers read `//host`, `/\host` and the like as another
 * site, also once dots are taken out of a path.
 * @returns null when it leads elsewhere, or to no page of the console
 */
export function localPath(address: string): string | null {
  if (!address.startsWith('/') || !URL.canParse(address, ANYWHERE)) return null
  const { origin, pathname, search, hash } = new URL(address, ANYWHERE)
  if (origin !== ANYWHERE || pathname.startsWith('//') || /^\/(api|auth)(\/|$)/.test(pathname)) return null
  return pathname + search + hash
}
