import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Host } from '../local/host.ts'
import { plainHost } from './plain-host.ts'

export interface QuickUv {
  folder: string
  /** Probes a host whose uv only unpacks wheels, for tests that need any installer: pip takes ten times as long. */
  probe(home: string): Promise<Host>
  remove(): Promise<void>
}

/** @param place parent of its folder; a sandbox hides /tmp */
export async function quickUv(place = tmpdir()): Promise<QuickUv> {
  const folder = await mkdtemp(join(place, 'podium-quick-uv-'))
  await copyFile(new URL('./quick-uv.py', import.meta.url), join(folder, 'uv'))
  for (const path of [folder, join(folder, 'uv')]) await chmod(path, 0o755)
  return {
    folder,
    async probe(home) {
      const host = await plainHost(home)
      return { ...host, path: `${folder}:${host.path}` }
    },
    remove: () => rm(folder, { recursive: true }),
  }
}
