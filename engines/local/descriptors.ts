import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readdir, readFile } from 'node:fs/promises'
import { SYSTEM_PATH } from '../attempt/environment.ts'

const CLOSE_ON_EXEC = 0o2000000

/**
 * Starts a program that inherits no descriptor of this process. The parent of the server may have left some open; the
 * program gets /dev/null instead.
 */
export async function startProgram(
  [program = '', ...args]: string[],
  { cwd, output, detached = false }: { cwd: string; output: 'pipe' | 'ignore'; detached?: boolean },
): Promise<ChildProcess> {
  const nothing = await open('/dev/null', 'r+')
  try {
    const stdio: ('ignore' | 'pipe' | number)[] = ['ignore', output, 'ignore']
    for (const descriptor of await inheritable()) {
      while (stdio.length <= descriptor) stdio.push('ignore')
      stdio[descriptor] = nothing.fd
    }
    const child = spawn(program, args, { cwd, stdio, detached, env: { PATH: SYSTEM_PATH } })
    await once(child, 'spawn')
    return child
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
