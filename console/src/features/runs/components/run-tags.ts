const MAX_TAGS = 20
const LONGEST_TAG = 40

/** Returns the tags in a text, without duplicates and sorted as the server stores them. */
export function tagsIn(text: string): string[] {
  const tags = text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  return [...new Set(tags)].sort()
}

/** Returns a sentence about the first problem with the tags. */
export function tagProblem(tags: readonly string[]): string | undefined {
  const long = tags.find((tag) => tag.length > LONGEST_TAG)
  if (long !== undefined) return `A tag has at most ${LONGEST_TAG} characters: shorten ${long.slice(0, 20)}….`
  return tags.length > MAX_TAGS ? `A run has at most ${MAX_TAGS} tags.` : undefined
}
