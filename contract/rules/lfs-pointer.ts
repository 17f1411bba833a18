/** A Git LFS pointer is smaller than this, in bytes. */
export const LONGEST_POINTER = 1024

const POINTER =
  /^version https:\/\/(?:git-lfs|hawser)\.github\.com\/spec\/v1\r?\n(?:ext-\d-[^\n]*\n)*oid sha256:[0-9a-f]{64}\r?\nsize \d+\r?\n?$/

/** True if a file's whole content is a Git LFS pointer, in place of a file that was not downloaded. */
export function isLfsPointer(content: string): boolean {
  return content.length < LONGEST_POINTER && POINTER.test(content)
}

/** Says what is wrong with such a file, and what to do. */
export function pointerSentence(path: string): string {
  return `${path} is a pointer of Git LFS, not the file itself. Run git lfs pull, then send it again.`
}
