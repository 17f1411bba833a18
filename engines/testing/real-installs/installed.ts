/** What a Python finds installed. */
export interface Installed {
  /** versions by names */
  packages: Record<string, string>
  /** by modules that several places offer, the one whose they are */
  owners: Record<string, string>
}

/** The modules that say by `owner` which place they come from. */
const OWNED = ['line', 'line_utils', 'line_more']
const MARK = 'installed: '

/** The program that prints what is installed. */
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

/** Reads what the program printed. */
export function installedIn(output: string): Installed {
  const line = output.split('\n').find((one) => one.startsWith(MARK))
  if (line === undefined) throw new Error(`Nothing says what is installed:\n${output}`)
  return JSON.parse(line.slice(MARK.length)) as Installed
}
