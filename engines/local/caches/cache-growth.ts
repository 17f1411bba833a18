import type { Attempt } from '../../attempt/attempt.ts'

export type CacheGrowth = ReturnType<typeof createCacheGrowth>

/**
 * Counts the growth of caches as written by the runs of their workspace, in equal parts, because it is unknown which
 * run wrote it. The sum is the space that it took.
 * @param sizeOf returns the bytes of all caches of a workspace now
 */
export function createCacheGrowth(sizeOf: (workspace: string) => Promise<number>) {
  let sizes = new Map<string, number>()
  let parts = new Map<string, number>()

  return {
    /** Measures the caches of the attempts' workspaces. The first measurement counts for no run. */
    async measure(attempts: Attempt[]): Promise<void> {
      const found = new Map<string, number>()
      const nextParts = new Map<string, number>()
      for (const workspace of new Set(attempts.map(({ key }) => key.workspace))) {
        const before = sizes.get(workspace) ?? null
        // A cache that cannot be measured now counts as not grown.
        const size = await sizeOf(workspace).catch(() => before)
        if (size === null) continue
        found.set(workspace, size)
        const own = attempts.filter(({ key }) => key.workspace === workspace).map(rootOf)
        const part = Math.floor((size - (before ?? size)) / own.length)
        for (const root of own) nextParts.set(root, Math.max(0, (parts.get(root) ?? 0) + part))
      }
      sizes = found
      parts = nextParts
    },
    /** Returns the part of an attempt in bytes. */
    of: (attempt: Attempt): number => parts.get(rootOf(attempt)) ?? 0,
  }
}

function rootOf({ directory }: Attempt): string {
  return directory.root
}
