import { databaseError } from './database-errors.ts'

/** Whether the file system, or PostgreSQL on its own, failed for want of space. */
export function isDiskFull(error: unknown): boolean {
  const { code = '', message = '' } = databaseError(error)
  return (
    ['ENOSPC', 'EDQUOT', '53100'].includes(code) ||
    /No space left on device|Disk quota exceeded/.test(message)
  )
}
