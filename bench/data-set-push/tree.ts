import { createCipheriv } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** the default size of each file in bytes */
export const FILE_BYTES = 200_000
const IN_FOLDER = 1000
const AT_ONCE = 8
/** Every hundredth file has the content of the one before it. */
const SAME_EVERY = 100

export interface Tree {
  folder: string
  files: number
  /** the number of different contents */
  contents: number
}

/** Writes incompressible files, nearly all of them different, into folders of a thousand. */
export async function makeTree(folder: string, files: number, bytes = FILE_BYTES): Promise<Tree> {
  const noise = noiseOf(4 * bytes)
  let next = 0
  const worker = async () => {
    for (let n = next++; n < files; n = next++) {
      const path = join(folder, pathOf(n))
      await writeFile(path, contentOf(noise, bytes, n % SAME_EVERY === SAME_EVERY - 1 ? n - 1 : n))
    }
  }
  await mkdir(folder, { recursive: true })
  for (let n = 0; n < files; n += IN_FOLDER)
    await mkdir(dirname(join(folder, pathOf(n))), { recursive: true })
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return { folder, files, contents: files - Math.floor(files / SAME_EVERY) }
}

export function pathOf(n: number): string {
  const folder = String(Math.floor(n / IN_FOLDER)).padStart(3, '0')
  return `images/${folder}/${String(n).padStart(6, '0')}.bin`
}

function contentOf(noise: Buffer, bytes: number, n: number): Buffer {
  const start = (n * 4099) % (noise.length - bytes)
  const content = Buffer.from(noise.subarray(start, start + bytes))
  content.writeUInt32LE(n)
  return content
}

/** Returns the same bytes in every run. */
function noiseOf(bytes: number): Buffer {
  return createCipheriv('aes-128-ctr', Buffer.alloc(16, 'podium'), Buffer.alloc(16)).update(
    Buffer.alloc(bytes),
  )
}
