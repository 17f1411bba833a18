import { realpathSync } from 'node:fs'
import { folderOf, type PythonSettings, sourcesOf } from '../python-settings.ts'
import type { Host } from './host.ts'
import { isHidden } from './sandbox.ts'

/** Returns a sentence for each folder of packages that the sandbox of this host hides from runs. */
export function hiddenPaths(
  settings: PythonSettings,
  { sandbox, hidden }: Pick<Host, 'sandbox' | 'hidden'>,
): string[] {
  if (sandbox === null) return []
  return sourcesOf(settings).flatMap(([setting, place]) => {
    const path = /^https?:/.test(place) ? null : folderOf(place)
    if (path === null || !isHidden(realpathSync(path), hidden)) return []
    return [`${setting}: runs in the sandbox cannot see ${path}: move it, to /srv for example.`]
  })
}
