import { limits } from '@podium/contract/rules.ts'

let known: Promise<Set<string>> | undefined

/** @param low in lower case */
export async function isKnownPassword(low: string): Promise<boolean> {
  known ??= readKnown()
  return (await known).has(low.trim())
}

/**
 * The most used ones of lists of leaked passwords; what is shorter is refused for its length. Read when the first new
 * password is judged: every start would unpack and hold them, and most days nobody chooses one.
 */
async function readKnown(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const longEnough = dictionary['passwords-common'].filter(
    (entry) => entry.length >= limits.password_min_with_otp,
  )
  return new Set(longEnough.map((entry) => entry.toLowerCase()))
}
