import { readdirSync, readFileSync } from 'node:fs'

/** Returns the process and all its descendants. */
export function treeOf(root: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(Number(name))] as const),
  )
  const tree = [root]
  for (const pid of tree) {
    for (const [child, parent] of parents) if (parent === pid) tree.push(child)
  }
  return tree
}

const SAMPLE_MS = 20

/** Returns the process's memory in MiB: its own pages, and its share of shared ones (PSS). */
export function memoryOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) / 1024
}

/** Returns the process's memory in MiB, with shared pages in full (RSS); 0 if it has just ended. */
export function residentOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Samples the process's resident memory. `stop` returns the peak. */
export function watchResident(pid: number): { stop(): number } {
  let most = 0
  const look = () => {
    most = Math.max(most, residentOf(pid))
  }
  const timer = setInterval(look, SAMPLE_MS)
  return {
    stop() {
      look()
      clearInterval(timer)
      return most
    },
  }
}

export function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
}

/** Returns 0 if the process has just ended. */
function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2])
  } catch {
    return 0
  }
}
