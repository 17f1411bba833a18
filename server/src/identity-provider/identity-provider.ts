import type { ArrivalRefusal } from '@podium/contract/rules/arrival.ts'

/** Values that tie the answer of a sign-in to its beginning. All are random and valid for one sign-in. */
export interface Checks {
  state: string
  nonce: string
  /** for PKCE: without it, an intercepted code is useless */
  verifier: string
}

/** The person who signed in, as the provider confirms. Issuer and subject together always identify the same person. */
export interface Identity {
  issuer: string
  subject: string
  /** the person's name at the provider; it may change, and may be someone else's here */
  username: string
  display_name: string
  email: string
  groups: string[]
}

/** A service such as an OpenID Connect provider where the organisation's people sign in. */
export interface IdentityProvider {
  /** returns new values for each sign-in */
  newChecks(): Checks
  /**
   * The provider's address for the sign-in of a browser.
   * @throws SignInRefused 'away' if the provider does not answer
   */
  begin(checks: Checks): Promise<URL>
  /**
   * Exchanges the parameters of the callback for the person's identity.
   * @throws SignInRefused if there is no identity, or none that can be trusted
   */
  finish(answer: URLSearchParams, checks: Checks): Promise<Identity>
  /**
   * The provider's logout address, or null if it has none.
   * @throws SignInRefused 'away' if the provider does not answer
   */
  end(): Promise<URL | null>
}

/** The sign-in was refused. The message is for the log and contains no token and no code. */
export class SignInRefused extends Error {
  readonly reason: ArrivalRefusal
  readonly who: { id: string; name: string } | null

  /** @param who the person that the provider confirmed, with the id of their account or '' */
  constructor(reason: ArrivalRefusal, message: string, who: SignInRefused['who'] = null) {
    super(message)
    this.reason = reason
    this.who = who
  }
}
