import type { PythonSettings } from '@podium/engines/python-settings.ts'
import type { Settings } from './settings.ts'

const GIB = 2 ** 30

/** Where the local engine finds Python and its packages. What is wrong is added to the settings' problems. */
export function readPythonSettings(settings: Settings): PythonSettings {
  const { text, whole, problems } = settings
  const addresses = ['PODIUM_PYTHON_INDEX_URL', 'PODIUM_PYTHON_EXTRA_INDEX_URL'] as const
  // The address may hold a password, which no message tells.
  for (const name of addresses)
    if (!(text(name)?.split(/\s+/) ?? []).every((one) => /^(https?|file):\/\//.test(one)))
      problems.push(`${name}: give the address of a package index, with https://, http:// or file://.`)
  if (/\s/.test(text('PODIUM_PYTHON_INDEX_URL') ?? ''))
    problems.push(
      'PODIUM_PYTHON_INDEX_URL: give one address; more of them belong in PODIUM_PYTHON_EXTRA_INDEX_URL.',
    )
  return {
    python: text('PODIUM_PYTHON'),
    index_url: text('PODIUM_PYTHON_INDEX_URL'),
    extra_index_url: text('PODIUM_PYTHON_EXTRA_INDEX_URL'),
    find_links: text('PODIUM_PYTHON_FIND_LINKS'),
    install_minutes: whole('PODIUM_PYTHON_INSTALL_MINUTES', { least: 0, most: 1440, otherwise: 20 }),
    keep_days: whole('PODIUM_PYTHON_ENVIRONMENT_DAYS', { least: 1, most: 36_500, otherwise: 30 }),
    keep_bytes: whole('PODIUM_PYTHON_ENVIRONMENTS_GIB', { least: 0, most: 1_000_000, otherwise: 20 }) * GIB,
  }
}
