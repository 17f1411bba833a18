const WORDS: Record<string, string> = {
  ok: 'Signed in',
  '000': 'Deleted account',
  '001': 'Wrong password',
  '002': 'Locked',
  '003': 'Unused for too long',
  '004': 'Directory out of reach',
  '005': 'Locked by an administrator',
  otp: 'Wrong one-time code',
}

/** How a try to sign in ended. */
export function resultWords(result: string): string {
  return WORDS[result] ?? 'Refused'
}
