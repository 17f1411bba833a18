import { limits } from '@podium/contract/rules/rules.ts'

export interface PasswordQuality {
  word: 'Too short' | 'Too long' | 'Too easy to guess' | 'Same as your current one' | 'Good' | 'Very good'
  /** how many of the four bars are filled */
  bars: 0 | 1 | 3 | 4
  good: boolean
  rules: { text: string; met: boolean }[]
}

const LEAST_CONTEXT = 4
const VERY_GOOD = 20
const ANY_OF = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/**
 * Rates a new password while it is typed. Only the server, on saving, knows whether it is a common one.
 * @param about texts that must not be in it: the account's ID, name and e-mail address
 * @param least the minimum length
 */
export function passwordQuality(
  password: string,
  about: readonly string[],
  least: number = limits.password_min,
): PasswordQuality {
  const length = [...password.normalize('NFKC')].length
  const words = contextWords(about)
  const low = password.normalize('NFKC').toLowerCase()
  const isClean = words.every((word) => !low.includes(word))
  const rules = [
    {
      text: `At least ${least} characters (${length} so far)`,
      met: length >= least && length <= limits.password_max,
    },
    {
      text: `Does not contain ${ANY_OF.format(words.map((word) => `“${word}”`))}`,
      met: length > 0 && isClean,
    },
  ]
  const verdict = { rules, good: rules.every(({ met }) => met) }
  if (length < least) return { ...verdict, word: 'Too short', bars: length === 0 ? 0 : 1 }
  if (length > limits.password_max) return { ...verdict, word: 'Too long', bars: 1 }
  if (!isClean) return { ...verdict, word: 'Too easy to guess', bars: 1 }
  return length < VERY_GOOD
    ? { ...verdict, word: 'Good', bars: 3 }
    : { ...verdict, word: 'Very good', bars: 4 }
}

function contextWords(about: readonly string[]): string[] {
  const texts = about.map((text) => text.split('@')[0] ?? '')
  const whole = texts.filter((text) => !text.includes(' '))
  const words = ['podium', ...whole, ...texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))]
  const long = words.map((word) => word.toLowerCase()).filter((word) => [...word].length >= LEAST_CONTEXT)
  return [...new Set(long)]
}
