import type { DirectoryStatus } from '@podium/contract/calls/directory.ts'

/** A person in the directory; missing fields are ''. */
export interface DirectoryPerson {
  username: string
  display_name: string
  email: string
  company: string
  department: string
}

/** The ID and password that a person types for the directory. */
export interface DirectoryCredentials {
  login_id: string
  login_pw: string
}

/**
 * The directory gives no answer: unreachable, too slow, too busy, or refusing every request. This reveals nothing about
 * a password. The message is a sentence for administrators.
 */
export class DirectoryAway extends Error {}

/** The directory refuses the credentials for the look-up, or there are none. */
export class WrongCredentials extends Error {}

/**
 * The directory refuses the person for a reason other than a wrong password, such as an expired password or a locked
 * account. The message is a sentence for administrators.
 */
export class Barred extends Error {
  /** the directory's own code, such as '775' or 'accountLocked' */
  readonly code: string
  /** true if the password is right but must be changed in the directory; otherwise it is unknown */
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
 * The organisation's directory of people. Podium never writes to it. Every call ends within a few seconds, whatever the
 * directory does, and special characters in IDs and search texts are escaped.
 */
export interface Directory {
  /** The connection, as far as an administrator may see it. */
  describe(): Pick<DirectoryStatus, 'url' | 'tls' | 'reader'>
  /** The ID in a typed text, which may have a domain before or behind it. */
  idOf(typed: string): string
  /**
   * True if this is the password of the person found by the filter and base of the look-ups. Always false for an empty
   * one, which many directories accept anonymously.
   * @throws DirectoryAway, Barred
   */
  verify(loginId: string, password: string): Promise<boolean>
  /**
   * At most 50 people whose ID, name or e-mail address contains the text, first the one whose ID it is.
   * @param credentials used instead of the server's own reader
   * @throws DirectoryAway, WrongCredentials, Barred
   */
  search(target: string, credentials?: DirectoryCredentials): Promise<DirectoryPerson[]>
  /**
   * The one person with this ID, or null.
   * @param credentials used instead of the server's own reader
   * @throws DirectoryAway, WrongCredentials, Barred
   */
  find(loginId: string, credentials?: DirectoryCredentials): Promise<DirectoryPerson | null>
  /** Whether it answers with the configured security and accepts the reader; otherwise the reason as a sentence. */
  health(): Promise<Pick<DirectoryStatus, 'reachable' | 'detail'>>
}
