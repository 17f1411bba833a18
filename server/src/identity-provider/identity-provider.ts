import type { ArrivalRefusal } from '@podium/contract/rules/arrival.ts'

/** What ties the answer of a sign-in to its beginning. All three are random and good for one sign-in. */
export interface Checks {
  state: string
  nonce: string
  /** of PKCE: a person who caught only the code can do nothing with it */
  verifier: string
}

/** Who signed in, as the provider vouches for it. Issuer and subject together never mean anybody else. */
export interface Identity {
  issuer: string
  subject: string
  /** what the person is called: it may change, and may be another's here */
  username: string
  display_name: string
  email: string
  groups: string[]
}

/** Where people of the organisation sign in, such as an OpenID Connect provider. */
export interface IdentityProvider {
  /** fresh for each sign-in */
  newChecks(): Checks
  /**
   * The address at the provider where a browser signs in.
   * @throws SignInRefused 'away' while the provider does not answer
   */
  begin(checks: Checks): Promise<URL>
  /**
   * Trades what the provider put into the address of the callback for who it was.
   * @throws SignInRefused when nothing or something that cannot be trusted came of it
   */
  finish(answer: URLSearchParams, checks: Checks): Promise<Identity>
  /**
   * The address where the provider ends its own session, or null where it has none.
   * @throws SignInRefused 'away' while the provider does not answer
   */
  end(): Promise<URL | null>
}

/** The sign-in was refused. The message is for the log: it holds no token and no code. */
export class SignInRefused extends Error {
  readonly reason: ArrivalRefusal
  readonly who: { id: string; name: string } | null

  /** @param who whom the provider vouched for, with the id of their account, '' for none */
  constructor(reason: ArrivalRefusal, message: string, who: SignInRefused['who'] = null) {
    super(message)
    this.reason = reason
    this.who = who
  }
}
