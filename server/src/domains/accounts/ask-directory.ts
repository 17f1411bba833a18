import { fail } from '@podium/contract/errors.ts'
import { DirectoryAway, WrongCredentials } from '../../directory/directory.ts'

/** What the directory answers, or the sentence why it cannot. */
export async function askDirectory<T>(asked: Promise<T>): Promise<T> {
  return asked.catch((error: unknown) => {
    if (error instanceof WrongCredentials) fail('DIRECTORY.CREDENTIALS')
    if (error instanceof DirectoryAway) fail('DIRECTORY.AWAY')
    throw error
  })
}
