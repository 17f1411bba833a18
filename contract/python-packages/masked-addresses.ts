/** The user and password of an address, up to the last `@` before its path. */
const AUTHORITY = /(?<=[a-z\d]:\/\/)(?!git@)[^\s/'"<>]{1,2000}@/gi

/**
 * Returns the text without the user names and passwords of its addresses: a token often stands as a user name alone. The
 * user `git` of repositories by ssh says nothing and stays.
 */
export function maskAddresses(text: string): string {
  return text.replaceAll(AUTHORITY, '***@')
}
