/** The user and password of an address, up to the last `@` before its path. */
const AUTHORITY = /(?<=[a-z\d]:\/\/)(?!git@)[^\s/'"<>]{1,2000}@/gi
/** The value of a parameter named like a secret, without the punctuation that follows an address in a sentence. */
const PARAMETER =
  /(?<=[?&][\w.-]{0,64}(?:token|key|secret|pass|pwd|jwt|sig|auth|credential)[\w.-]{0,64}=)[^&#\s"<>`]+(?<![),.;:'\]])/gi

/**
 * Returns the text with the secrets in its addresses masked: user names and passwords, because a token is often used as
 * the user name, and the values of parameters such as `private_token`. The user `git` of ssh addresses stays.
 */
export function maskAddresses(text: string): string {
  return text.replaceAll(AUTHORITY, '***@').replaceAll(PARAMETER, '***')
}
