/** The user and password of an address, up to the last `@` before its path. */
const AUTHORITY = /(?<=[a-z\d]:\/\/)(?!git@)[^\s/'"<>]{1,2000}@/gi
/** The value of a parameter that is named as a secret, without what a sentence writes behind an address. */
const PARAMETER =
  /(?<=[?&][\w.-]{0,64}(?:token|key|secret|pass|pwd|jwt|sig|auth|credential)[\w.-]{0,64}=)[^&#\s"<>`]+(?<![),.;:'\]])/gi

/**
 * Returns the text without the secrets of its addresses: user names and passwords, as a token often stands as a user name
 * alone, and values of parameters such as `private_token`. The user `git` of repositories by ssh says nothing and stays.
 */
export function maskAddresses(text: string): string {
  return text.replaceAll(AUTHORITY, '***@').replaceAll(PARAMETER, '***')
}
