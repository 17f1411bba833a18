const EMOJI = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]`
/** A letter of a script that uses joiners, such as Persian or Hindi. */
const LETTER = String.raw`(?![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])[\p{L}\p{M}]`
const JOINS = `(?<=${EMOJI})\\u200d(?=${EMOJI})|(?<=${LETTER})[\\u200c\\u200d](?=${LETTER})`

/**
 * Characters that would reorder, hide or erase the text around them. Joiners between emoji, and between letters of
 * such scripts, belong to the word and are excluded.
 */
const DECEIVING = new RegExp(String.raw`(?!\t|${JOINS})[\p{Cc}\p{Cf}]`, 'gu')

/** Replaces deceptive characters with their code, so that readers can trust the text. */
export function spelledOut(text: string): string {
  return text.replaceAll(
    DECEIVING,
    (character) => `\u27e8${character.codePointAt(0)?.toString(16).padStart(4, '0')}\u27e9`,
  )
}
