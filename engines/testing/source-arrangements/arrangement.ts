import type { RunSpec } from '../../engine.ts'
import type { PythonSettings } from '../../python-settings.ts'
import type { PythonIndex } from '../python-index.ts'
import { PIP, UV_PIP, UV_SYNC } from '../real-installs/bare-tools.ts'

/** The places that packages of the same names come from. */
export interface Places {
  /** the organisation's own index */
  ours: PythonIndex
  /** the index of the settings, to which strangers publish */
  public: PythonIndex
  wheel: Buffer
}

/** A source that says where its packages come from, or leaves that to the tool. */
export interface Arrangement {
  name: string
  files: Record<string, string | Buffer>
  metadata?: RunSpec['metadata']
  installers: ('pip' | 'uv')[]
  /** the files name the place of each package that a stranger offers too: theirs must never be installed */
  isNamed: boolean
  /** the shell line that writes a file that the source has, such as a lock, and that file */
  locked?: [line: string, file: string]
  /** the line by which a person installs the same without the product */
  bare: (installer: 'pip' | 'uv') => string
  settings?: Partial<PythonSettings>
  /** where a person's own settings would win over the files */
  bareSettings?: Partial<PythonSettings>
}

export const BOTH: Arrangement['installers'] = ['pip', 'uv']

/** The words of the tool that read requirements or projects. */
export function words(line: string): Arrangement['bare'] {
  return (installer) => `${installer === 'pip' ? PIP : UV_PIP} ${line}`
}

export function sync(line = ''): Arrangement['bare'] {
  return () => `${UV_SYNC} ${line}`
}

export const UV_LOCK: Arrangement['locked'] = ['"$uv" -q lock', 'uv.lock']

/**
 * A package that is built without anything of an index.
 * @param settings what pyproject.toml says beside name, version and build
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

/** The files in a folder. */
export function within(folder: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]))
}
