import type { RunSpec } from '../../engine.ts'
import type { PythonSettings } from '../../python-settings.ts'
import type { PythonIndex } from '../python-index.ts'
import { PIP, UV_PIP, UV_SYNC } from '../real-installs/bare-tools.ts'

/** The places that offer packages of the same names. */
export interface Places {
  /** the organisation's own index */
  ours: PythonIndex
  /** the index of the settings, to which strangers publish */
  public: PythonIndex
  wheel: Buffer
}

/** A source that names the places of its packages, or leaves that to the tool. */
export interface Arrangement {
  name: string
  files: Record<string, string | Buffer>
  metadata?: RunSpec['metadata']
  installers: ('pip' | 'uv')[]
  /** true: the files name the place of each package that a stranger offers too, so theirs must not be installed */
  isNamed: boolean
  /** a shell line that creates a file of the source, such as a lock, and that file */
  locked?: [line: string, file: string]
  /** the line with which a person installs the same without Podium */
  bare: (installer: 'pip' | 'uv') => string
  settings?: Partial<PythonSettings>
  /** a person's settings for cases in which they would win over the files */
  bareSettings?: Partial<PythonSettings>
}

export const BOTH: Arrangement['installers'] = ['pip', 'uv']

/** Returns the tool's command line for requirements or projects. */
export function words(line: string): Arrangement['bare'] {
  return (installer) => `${installer === 'pip' ? PIP : UV_PIP} ${line}`
}

export function sync(line = ''): Arrangement['bare'] {
  return () => `${UV_SYNC} ${line}`
}

export const UV_LOCK: Arrangement['locked'] = ['"$uv" -q lock', 'uv.lock']

/**
 * Returns a package that is built without an index.
 * @param settings content of pyproject.toml besides name, version and build
 */
export function project(
  {
    name,
    version = '1.0',
    needs = [],
    extras = {},
    isBuilt = true,
  }: {
    name: string
    version?: string
    needs?: string[]
    extras?: Record<string, string[]>
    isBuilt?: boolean
  },
  settings = '',
): Record<string, string> {
  const texts = (list: string[]) => JSON.stringify(list)
  const optional = Object.entries(extras).map(([extra, list]) => `${extra} = ${texts(list)}`)
  const pyproject = [
    `[project]\nname = "${name}"\nversion = "${version}"\nrequires-python = ">=3.9"`,
    `dependencies = ${texts(needs)}`,
    optional.length > 0 ? `[project.optional-dependencies]\n${optional.join('\n')}` : '',
    isBuilt ? '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]' : '',
    settings,
    '',
  ].join('\n')
  if (!isBuilt) return { 'pyproject.toml': pyproject }
  const files = { 'pyproject.toml': pyproject, 'backend.py': backend({ name, version, needs, extras }) }
  return { ...files, [`src/${moduleOf(name)}.py`]: 'owner = "ours"\n' }
}

function backend({
  name,
  version,
  needs,
  extras,
}: {
  name: string
  version: string
  needs: string[]
  extras: Record<string, string[]>
}): string {
  const module = moduleOf(name)
  const metadata = [
    'Metadata-Version: 2.1',
    `Name: ${name}`,
    `Version: ${version}`,
    ...Object.keys(extras).map((extra) => `Provides-Extra: ${extra}`),
    ...needs.map((need) => `Requires-Dist: ${need}`),
    ...Object.entries(extras).flatMap(([extra, list]) =>
      list.map((need) => `Requires-Dist: ${need}; extra == "${extra}"`),
    ),
    '',
  ].join('\n')
  return `
import os, zipfile
def build(folder, files):
    info, wheel = '${module}-${version}.dist-info', '${module}-${version}-py3-none-any.whl'
    with zipfile.ZipFile(os.path.join(folder, wheel), 'w') as file:
        for path, text in files.items(): file.writestr(path, text)
        file.writestr(info + '/METADATA', ${JSON.stringify(metadata)})
        file.writestr(info + '/WHEEL', 'Wheel-Version: 1.0\\nGenerator: podium\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
        file.writestr(info + '/RECORD', '')
    return wheel
def build_wheel(folder, config_settings=None, metadata_directory=None):
    return build(folder, {'${module}.py': open('src/${module}.py').read()})
def build_editable(folder, config_settings=None, metadata_directory=None):
    return build(folder, {'${module}.pth': os.path.abspath('src')})
`
}

function moduleOf(name: string): string {
  return name.toLowerCase().replaceAll(/[-.]/g, '_')
}

/** Returns the files in a folder. */
export function within(folder: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]))
}
