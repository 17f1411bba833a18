/**
 * Where a client puts an archive that it is going to register. By the name the server tells it from data: one that is
 * not registered is removed after a day.
 * @param word 32 random hexadecimal digits
 */
export function archiveUpload(word: string): string {
  return `uploads/solution-${word}.tar.gz`
}

export const ARCHIVE_UPLOAD = /^uploads\/solution-[0-9a-f]{32}\.tar\.gz$/
