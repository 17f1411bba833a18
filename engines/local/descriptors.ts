import type { StdioOptions } from 'node:child_process'
import { open, readdir, readFile } from 'node:fs/promises'

const CLOSE_ON_EXEC = 0o2000000

/**
 * Calls `start` with the stdio of a child that must inherit no descriptor of this process. The parent of the server may
 * have left some open; a child gets /dev/null instead.
 */
export async function withNothingInherited<T>(start: (stdio: StdioOptions) => Promise<T>): Promise<T> {
  const nothing = await open('/dev/null', 'r+')
  try {
    const stdio: ('ignore' | number)[] = ['ignore', 'ignore', 'ignore']
    for (const descriptor of await inheritable()) {
      while (stdio.length <= descriptor) stdio.push('ignore')
      stdio[descriptor] = nothing.fd
    }
    return await start(stdio)
  } finally {
    await nothing.close()
  }
}

async function inheritable(): Promise<number[]> {
  const all = (await readdir('/proc/self/fdinfo').catch(() => [])).map(Number).filter((fd) => fd > 2)
  const left = await Promise.all(all.map(isInheritable))
  return all.filter((_, index) => left[index])
}

async function isInheritable(descriptor: number): Promise<boolean> {
  const info = await readFile(`/proc/self/fdinfo/${descriptor}`, 'utf8').catch(() => '')
  const flags = /^flags:\s*(\d+)$/m.exec(info)?.[1]
  return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0
}
