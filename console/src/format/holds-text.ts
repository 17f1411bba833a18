/**
 * True if a text holds what is searched for, in any case and however its letters are put together: a syllable of Hangul that
 * still lacks its last jamo is found as well. True where nothing is searched for.
 */
export function holdsText(text: string, searched: string): boolean {
  return apart(text).includes(apart(searched.trim()))
}

const apart = (text: string) => text.normalize('NFD').toLowerCase()
