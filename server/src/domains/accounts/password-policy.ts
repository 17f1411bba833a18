import { fail } from '@podium/contract/rules/errors.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import { COMMON_PARTS } from './common-passwords.ts'

/** Minimum length of the rest of a password without its common parts. */
const LEAST_UNCOMMON = 6
const LEAST_CONTEXT = 4
const KEY_RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'zaq1xsw2cde3vfr4bgt5nhy6mju7',
]

/** Normalises a password, so that different keyboards give the same text. */
export function normalPassword(password: string): string {
  return password.normalize('NFKC')
}

/** The owner of the new password. */
export interface PasswordOwner {
  username: string
  display_name: string
  email: string | null
  /** allows a shorter password */
  second_factor?: boolean
}

/**
 * The problem with a new password as a sentence, or null. Length counts; no kinds of characters are required. Refused
 * are passwords with the owner's or the product's name, those of well-known lists, and those made only of common words,
 * key runs and repetitions.
 */
export async function passwordProblem(password: string, owner: PasswordOwner): Promise<string | null> {
  const normal = normalPassword(password)
  const length = [...normal].length
  const least = owner.second_factor ? limits.password_min_with_otp : limits.password_min
  if (length < least) return `Use at least ${least} characters.`
  if (length > limits.password_max) return `Use at most ${limits.password_max} characters.`
  if (normal.trim() === '') return 'Use something other than spaces.'
  const low = normal.toLowerCase()
  const name = contextWords(owner).find((word) => low.includes(word))
  if (name) return `Leave '${name}' out of the password: it is easy to guess.`
  if (new Set(low).size < 5) return 'This password repeats very few characters. Choose another one.'
  if (isRepetition(low)) return 'This password repeats the same part. Choose another one.'
  if (uncommonLength(low) < LEAST_UNCOMMON || (await isKnownPassword(low)))
    return 'This password is made of very common words or runs of keys. Choose another one.'
  return null
}

/** @throws PASSWORD.WEAK with the sentence */
export async function checkPassword(password: string, owner: PasswordOwner): Promise<void> {
  const reason = await passwordProblem(password, owner)
  if (reason) fail('PASSWORD.WEAK', { reason })
}

function contextWords({ username, display_name, email }: PasswordOwner): string[] {
  const local = email?.split('@')[0] ?? ''
  const words = [
    'podium',
    username,
    local,
    ...`${display_name} ${username} ${local}`.split(/[^\p{L}\p{N}]+/u),
  ]
  const long = words
    .map((word) => normalPassword(word).toLowerCase())
    .filter((word) => [...word].length >= LEAST_CONTEXT)
  return [...new Set(long)]
}

/** True if a part of at most a third of the password is repeated throughout. */
function isRepetition(text: string): boolean {
  for (let size = 1; size <= text.length / 3; size++) {
    const part = text.slice(0, size)
    if (part.repeat(Math.ceil(text.length / size)).startsWith(text)) return true
  }
  return false
}

/** Number of letters, digits and other non-ASCII characters left without common parts and runs of three or more. */
function uncommonLength(text: string): number {
  let left = 0
  for (let at = 0; at < text.length; ) {
    const taken = Math.max(commonPartAt(text, at), runAt(text, at))
    if (taken > 0) at += taken
    else {
      if (/[^\W_]|[^\0-\x7f]/.test(text.charAt(at))) left += 1
      at += 1
    }
  }
  return left
}

function commonPartAt(text: string, at: number): number {
  return COMMON_PARTS.find((part) => text.startsWith(part, at))?.length ?? 0
}

/** Length of a repeated character or a run of neighbouring keys or letters, in either direction; 0 below three. */
function runAt(text: string, at: number): number {
  let longest = 1
  while (text.charAt(at + longest) !== '' && text.charAt(at + longest) === text.charAt(at)) longest += 1
  for (const run of KEY_RUNS)
    for (const keys of [run, [...run].reverse().join('')]) {
      let size = 1
      while (at + size < text.length && keys.includes(text.slice(at, at + size + 1))) size += 1
      longest = Math.max(longest, size)
    }
  return longest >= 3 ? longest : 0
}

let known: Promise<Set<string>> | undefined

/** @param low in lower case */
async function isKnownPassword(low: string): Promise<boolean> {
  known ??= readKnown()
  return (await known).has(low.trim())
}

/**
 * The most frequent leaked passwords; shorter ones are refused for their length. They are loaded at the first check of
 * a new password, because few passwords are chosen and each start would have to unpack and hold them.
 */
async function readKnown(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const longEnough = dictionary['passwords-common'].filter(
    (entry) => entry.length >= limits.password_min_with_otp,
  )
  return new Set(longEnough.map((entry) => entry.toLowerCase()))
}
