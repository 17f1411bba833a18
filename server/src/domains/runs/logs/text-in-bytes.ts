/** Above this code point no character has two cases. */
const LAST_CASED = 0x1ffff

export interface PatternInBytes {
  /** finds the text in bytes that were read as one character each */
  pattern: RegExp
  /** so many bytes the text takes at most */
  longest: number
}

/**
 * A text in upper and lower case as the bytes of UTF-8 hold it. What it finds is the text: no line has to be read
 * as characters to make sure, so a text is found as fast beside letters that stand on every line.
 */
export function patternInBytes(text: string): PatternInBytes {
  const characters = [...text].map((character) => casesOf(character).map((one) => Buffer.from(one)))
  return {
    pattern: new RegExp(characters.map(anyOf).join(''), 'g'),
    longest: characters.reduce((sum, cases) => sum + Math.max(...cases.map(({ length }) => length)), 0),
  }
}

/**
 * Of ASCII letters only two, so that a plain text is looked for fast: the sign of Kelvin is no K here. Others may have
 * more: Σ is also written ς and σ.
 */
function casesOf(character: string): string[] {
  if (/\p{ASCII}/u.test(character)) return [...new Set([character.toLowerCase(), character.toUpperCase()])]
  return casedCharacters().match(new RegExp(character, 'giu')) ?? [character]
}

function anyOf(cases: Buffer[]): string {
  return `(?:${cases.map(escaped).join('|')})`
}

function escaped(bytes: Buffer): string {
  return bytes.toString('hex').replaceAll(/../g, '\\x$&')
}

let cased: string | undefined

/** Made once it is needed: it takes a while, and most texts are ASCII. */
function casedCharacters(): string {
  cased ??=
    everyCharacter()
      .match(/\p{Changes_When_Casemapped}/gu)
      ?.join('') ?? ''
  return cased
}

function everyCharacter(): string {
  return Array.from({ length: LAST_CASED }, (_, code) => String.fromCodePoint(code)).join('')
}
