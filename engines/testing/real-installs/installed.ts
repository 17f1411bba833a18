/** The packages that a Python finds. */
export interface Installed {
  /** versions by name */
  packages: Record<string, string>
  /** for modules that several places offer, the place they came from */
  owners: Record<string, string>
}

/** Modules whose `owner` says which place they come from. */
const OWNED = ['line', 'line_utils', 'line_more']
const MARK = 'installed: '

/** A program that prints the installed packages. */
export const SHOW_INSTALLED = `
import importlib, json, re
from importlib import metadata
packages = {re.sub('[-_.]+', '-', one.metadata['Name']).lower(): one.version for one in metadata.distributions()}
owners = {}
for name in ${JSON.stringify(OWNED)}:
    try:
        owners[name] = getattr(importlib.import_module(name), 'owner', 'unknown')
    except ImportError:
        pass
print('${MARK}' + json.dumps({'packages': packages, 'owners': owners}))
`

/** Parses the output of the program. */
export function installedIn(output: string): Installed {
  const line = output.split('\n').find((one) => one.startsWith(MARK))
  if (line === undefined) throw new Error(`Nothing says what is installed:\n${output}`)
  return JSON.parse(line.slice(MARK.length)) as Installed
}
