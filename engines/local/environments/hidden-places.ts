import { realpathSync } from 'node:fs'
import { folderOf, type PythonSettings } from '../../python-settings.ts'
import type { Host } from '../host.ts'
import { isHidden } from '../sandbox.ts'

/** Returns a sentence for each folder of packages that the sandbox of this host hides from runs. */
export function hiddenPlaces(
  { index_url, extra_index_url, find_links }: PythonSettings,
  { sandbox, hidden }: Pick<Host, 'sandbox' | 'hidden'>,
): string[] {
  if (sandbox === null) return []
  const named: [name: string, places: string | null][] = [
    ['PODIUM_PYTHON_INDEX_URL', index_url],
    ['PODIUM_PYTHON_EXTRA_INDEX_URL', extra_index_url],
    ['PODIUM_PYTHON_FIND_LINKS', find_links],
  ]
  return named.flatMap(([name, places]) =>
    (places?.split(/\s+/) ?? [])
      .map((place) => (/^https?:/.test(place) ? null : folderOf(place)))
      .filter((path) => path !== null && isHidden(realpathSync(path), hidden))
      .map((path) => `${name}: runs in the sandbox cannot see ${path}: move it, to /srv for example.`),
  )
}
