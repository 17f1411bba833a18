const WORDS: Record<string, string> = {
  ok: 'Signed in',
  '000': 'Deleted account',
  '001': 'Wrong password',
  '002': 'Locked',
  '003': 'Unused for too long',
  '004': 'Directory out of reach',
  '005': 'Locked by an administrator',
  group: 'Not in a group that may sign in',
  otp: 'Wrong one-time code',
}

const DIRECTORY = 'directory-'

/** The meanings of a directory's codes: those of Active Directory and password policies, and LDAP result codes. */
const DIRECTORY_WORDS: Record<string, string> = {
  '530': 'Not at this time, by the directory',
  '531': 'Not from this machine, by the directory',
  '532': 'Password expired in the directory',
  '533': 'Disabled in the directory',
  '701': 'Account expired in the directory',
  '773': 'Password must be changed in the directory',
  '775': 'Locked in the directory',
  passwordExpired: 'Password expired in the directory',
  changeAfterReset: 'Password must be changed in the directory',
  accountLocked: 'Locked in the directory',
}

/** Describes the result of a sign-in. */
export function resultWords(result: string): string {
  if (!result.startsWith(DIRECTORY)) return WORDS[result] ?? 'Refused'
  const code = result.slice(DIRECTORY.length)
  return `${DIRECTORY_WORDS[code] ?? 'Refused by the directory'} (${code})`
}
