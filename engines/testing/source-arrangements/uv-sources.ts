import { type Arrangement, type Places, project, sync, UV_LOCK, within } from './arrangement.ts'

/** Spellings of one package's name. */
const SPELLINGS = ['line-utils', 'Line_Utils', 'line.utils']

/** Returns projects whose settings of uv name a package's place, by each kind of place, with and without a lock. */
export function uvSources(places: Places): Arrangement[] {
  const { ours } = places
  const index = (more: string) => `[[tool.uv.index]]\nname = "ours"\nurl = "${ours.url}"\n${more}`
  const library = within('libs/line-utils', project({ name: 'line-utils' }))
  const wheel = { 'wheels/line_utils-1.0-py3-none-any.whl': places.wheel }
  const source = (text: string) => `[tool.uv.sources]\nline-utils = ${text}\n`
  const kinds: [string, string, Arrangement['files']][] = [
    ['a folder', source('{ path = "libs/line-utils" }'), library],
    ['an editable folder', source('{ path = "libs/line-utils", editable = true }'), library],
    ['a wheel', source('{ path = "wheels/line_utils-1.0-py3-none-any.whl" }'), wheel],
    [
      'a member of the workspace',
      `[tool.uv.workspace]\nmembers = ["libs/*"]\n${source('{ workspace = true }')}`,
      library,
    ],
    ['an explicit index', index('explicit = true\n') + source('{ index = "ours" }'), {}],
    ['an index by its name', index('') + source('{ index = "ours" }'), {}],
    ['the index before the public one', index(''), {}],
    ['an index in place of the public one', index('default = true\n'), {}],
    ['an address', source(`{ url = "${new URL('/files/line_utils-1.0-py3-none-any.whl', ours.url)}" }`), {}],
    [
      'an address in an override',
      `[tool.uv]\noverride-dependencies = ["line-utils @ ${new URL('/files/line_utils-1.0-py3-none-any.whl', ours.url)}"]\n`,
      {},
    ],
  ]
  return kinds.flatMap(([kind, settings, files], at) =>
    [true, false].flatMap((isLocked) =>
      [true, false].map((isBuilt): Arrangement => {
        const needs = [SPELLINGS[(at + Number(isLocked) + 2 * Number(isBuilt)) % SPELLINGS.length] ?? '']
        return {
          name: `sources name ${kind}${isLocked ? ' with a lock' : ''}${isBuilt ? ' of a project that is built' : ''}: ${needs}`,
          files: { ...files, ...project({ name: 'line', needs, isBuilt }, settings) },
          installers: ['uv'],
          isNamed: true,
          ...(isLocked && { locked: UV_LOCK }),
          bare: sync('--no-editable'),
        }
      }),
    ),
  )
}
