/**
 * Where a client puts an archive that it is going to register. By the name the server tells it from data: what nobody
 * registered goes after a day.
 * @param word 32 hexadecimal digits that nobody guesses
 */
export function archiveUpload(word: string): string {
  return `uploads/solution-${word}.tar.gz`
}

export const ARCHIVE_UPLOAD = /^uploads\/solution-[0-9a-f]{32}\.tar\.gz$/
