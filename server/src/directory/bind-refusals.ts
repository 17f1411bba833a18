import { type BerReader, Control, ResultCodeError } from 'ldapts'
import { Barred } from './directory.ts'

/** The password policy control (draft-behera-ldap-password-policy) and the errors that a sign-in may get. */
const POLICY = '1.3.6.1.4.1.42.2.27.8.5.1'
const POLICY_CODES = ['passwordExpired', 'accountLocked', 'changeAfterReset']
const ENUMERATED_ERROR = 0x81
const WARNING = 0xa0

/**
 * Asks the directory for more details about a sign-in than its result code. Directories without the control ignore it.
 * The values of the answer are written into the control that was sent.
 */
export class PasswordPolicy extends Control {
  code: string | undefined

  constructor() {
    super(POLICY)
  }

  override parseControl(reader: BerReader): void {
    if (reader.readSequence() === null) return
    if (reader.peek() === WARNING) reader.readString(WARNING, true)
    if (reader.peek() !== ENUMERATED_ERROR) return
    const [error] = reader.readString(ENUMERATED_ERROR, true) ?? []
    this.code = POLICY_CODES[error ?? -1]
  }
}

/** Codes sent only after the right password, whose owner must change it. */
const MUST_CHANGE = new Set(['532', '773', 'passwordExpired', 'changeAfterReset'])

/** Codes of a directory that refuses a person, with their meaning; some are also sent for a wrong password. */
const MEANINGS: Record<string, string> = {
  '52f': 'its rules restrict the account',
  '530': 'not at this time of day',
  '531': 'not from this machine',
  '532': 'the password has expired',
  '533': 'the account is disabled',
  '568': 'the person is in too many groups for a sign-in',
  '569': 'this kind of sign-in is not granted',
  '701': 'the account has expired',
  '773': 'the password must be changed',
  '775': 'the account is locked',
  passwordExpired: 'the password has expired',
  changeAfterReset: 'the password must be changed',
  accountLocked: 'the account is locked',
  '19': 'too many wrong passwords, or another rule',
  '53': 'the account is inactive or locked',
}

/** Active Directory puts a Windows error code into the text of its result. */
const WINDOWS = /AcceptSecurityContext error, data ([0-9a-f]{1,8})\b/i

/** Result codes of RFC 4511: a rule of the directory forbids it, and the directory is unwilling. */
const RULE = 19
const UNWILLING = 53

/**
 * The refusal for a reason other than a wrong password, or null.
 * @param error the directory's answer; null if the sign-in succeeded
 */
export function barredBy(error: Error | null, policy: PasswordPolicy): Barred | null {
  const code = policy.code ?? (error && codeOf(error))
  const meaning = MEANINGS[code ?? '']
  if (!code || meaning === undefined) return null
  const must_change = MUST_CHANGE.has(code)
  const sentence = `The directory keeps this person out: ${meaning} (${code}).`
  return new Barred(must_change ? `${sentence} Change it in the directory.` : sentence, {
    code,
    must_change,
    cause: error,
  })
}

function codeOf(error: Error): string | undefined {
  if (!(error instanceof ResultCodeError)) return undefined
  if (error.code === RULE || error.code === UNWILLING) return String(error.code)
  return WINDOWS.exec(error.message)?.[1]?.toLowerCase()
}
