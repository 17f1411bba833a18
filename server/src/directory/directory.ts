import type { DirectoryStatus } from '@podium/contract/calls/directory.ts'

/** A person as the directory knows them; '' where it says nothing. */
export interface DirectoryPerson {
  username: string
  display_name: string
  email: string
  company: string
  department: string
}

/** What a person types to prove who they are in the directory. */
export interface DirectoryCredentials {
  login_id: string
  login_pw: string
}

/**
 * The directory gives no answer: out of reach, too slow, too busy, or set up so that it refuses every request. That tells
 * nothing about a password. The message is a sentence for administrators.
 */
export class DirectoryAway extends Error {}

/** The directory refuses the credentials that a person is looked up with, or there are none. */
export class WrongCredentials extends Error {}

/**
 * The directory keeps the person out for another reason than a wrong password: their password has expired, their account
 * is locked there. The message is a sentence for administrators.
 */
export class Barred extends Error {
  /** the directory's own word for it, such as '775' or 'accountLocked' */
  readonly code: string
  /** the password is right, and has to be changed in the directory; else nothing is known of it */
  readonly must_change: boolean

  constructor(
    message: string,
    { code, must_change, cause }: { code: string; must_change: boolean; cause?: unknown },
  ) {
    super(message, { cause })
    this.code = code
    this.must_change = must_change
  }
}

/**
 * Where the organisation keeps its people. Nothing is ever written to it. Every call ends within a few seconds,
 * whatever the directory does, and an ID or a text that is looked for means nothing but itself.
 */
export interface Directory {
  /** How it is reached, as far as an administrator may see it. */
  describe(): Pick<DirectoryStatus, 'url' | 'tls' | 'reader'>
  /** The ID of what a person typed, who may have put a domain before or behind it. */
  idOf(typed: string): string
  /**
   * Whether this is the password of a person: the one whom filter and base of the look-ups find. An empty one never is:
   * many directories let it in anonymously.
   * @throws DirectoryAway, Barred
   */
  verify(loginId: string, password: string): Promise<boolean>
  /**
   * At most 50 people whose ID, name or e-mail address holds the text, the one with it as their ID first.
   * @param credentials who looks, instead of the server's own reader
   * @throws DirectoryAway, WrongCredentials, Barred
   */
  search(target: string, credentials?: DirectoryCredentials): Promise<DirectoryPerson[]>
  /**
   * The one person with this ID, or null.
   * @param credentials who looks, instead of the server's own reader
   * @throws DirectoryAway, WrongCredentials, Barred
   */
  find(loginId: string, credentials?: DirectoryCredentials): Promise<DirectoryPerson | null>
  /** Whether it answers, as securely as it is set up to, and lets the reader in; if not, the sentence why. */
  health(): Promise<Pick<DirectoryStatus, 'reachable' | 'detail'>>
}
