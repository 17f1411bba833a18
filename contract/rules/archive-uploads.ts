/**
 * The path at which a client uploads an archive for registration. Its name distinguishes it from data: an archive that
 * is not registered is removed after a day.
 * @param word 32 random hexadecimal digits
 */
export function archiveUpload(word: string): string {
  return `uploads/solution-${word}.tar.gz`
}

export const ARCHIVE_UPLOAD = /^uploads\/solution-[0-9a-f]{32}\.tar\.gz$/
