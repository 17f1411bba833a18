import type { Directory } from '../directory/directory.ts'
import { readDirectorySettings } from '../directory/directory-settings.ts'
import { createLdapDirectory } from '../directory/ldap.ts'
import { readSettings } from '../settings.ts'

/** The directory that these settings describe. */
export function testDirectory(
  env: Record<string, string | undefined>,
  options?: Parameters<typeof createLdapDirectory>[1],
): Directory {
  const settings = readSettings(env)
  const directory = readDirectorySettings(settings)
  if (!directory || settings.problems.length > 0) throw new Error(settings.problems.join('\n'))
  return createLdapDirectory(directory, options)
}

/** Long enough if a test knows that no answer comes. */
export const IMPATIENCE = { connect_ms: 300, whole_ms: 300 }

/** Overrides that leave a directory without a reader. */
export const NO_READER = { PODIUM_LDAP_READER_DN: undefined, PODIUM_LDAP_READER_PASSWORD: undefined }
