import { limits } from '@podium/contract/rules.ts'
import { dictionary } from '@zxcvbn-ts/language-common'

/** The most used ones of lists of leaked passwords; what is shorter is refused for its length. */
const KNOWN = new Set(
  dictionary['passwords-common']
    .filter((entry) => entry.length >= limits.password_min_with_otp)
    .map((entry) => entry.toLowerCase()),
)

/** @param low in lower case */
export function isKnownPassword(low: string): boolean {
  return KNOWN.has(low.trim())
}
