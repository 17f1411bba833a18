import { access, constants, stat } from 'node:fs/promises'
import { CannotStart } from './cannot-start.ts'

/** A mounted folder is never created here: if it is missing, it is not mounted. */
export async function checkSharedFolder(root: string, setting: string): Promise<void> {
  const found = await stat(root).catch(() => null)
  if (!found?.isDirectory())
    throw new CannotStart(`${setting}: there is no folder ${root}. Make or mount it, then start again.`)
  await access(root, constants.R_OK | constants.W_OK | constants.X_OK).catch(() => {
    throw new CannotStart(`${setting}: this server may not write in ${root}. Give its user the right.`)
  })
}
