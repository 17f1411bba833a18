/**
 * True if a text contains the searched one, ignoring case and Unicode composition: a syllable of Hangul that still
 * lacks its last jamo matches too. True if nothing is searched for.
 */
export function holdsText(text: string, searched: string): boolean {
  return apart(text).includes(apart(searched.trim()))
}

const apart = (text: string) => text.normalize('NFD').toLowerCase()
