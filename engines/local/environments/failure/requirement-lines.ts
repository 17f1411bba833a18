import type { FailedInstall } from './failed-install.ts'
import {
  lineAtOffset,
  lineNumbered,
  lineWith,
  locationOf,
  type PackageLine,
  quoted,
} from './package-lines.ts'

/** Explains a line that is not a requirement, and how to write it. */
export function unreadableLine(failed: FailedInstall): string | null {
  const line = unreadableIn(failed)
  if (line === null || line.text === '') return null
  return `${locationOf(line)} is not a requirement: ${quoted(line.text)}. ${adviceFor(line.text)}`
}

function unreadableIn(failed: FailedInstall): PackageLine | null {
  const { output } = failed
  const ofPip = /Invalid requirement: [\s\S]{0,2000}?\(from line (\d+) of ([^\n)]+)\)/.exec(output)
  if (ofPip) return lineNumbered(failed, ofPip[2] ?? '', Number(ofPip[1]))
  const ofUv = [...output.matchAll(/Couldn't parse requirement in `([^`]+)` at position (\d+)/g)].at(-1)
  if (ofUv) return lineAtOffset(failed, ofUv[1] ?? '', Number(ofUv[2]))
  const atColumn = /^error: (?:Unexpected|Expected)[^\n]*: ([^\s:]+):(\d+):\d+$/m.exec(output)
  if (atColumn) return lineNumbered(failed, atColumn[1] ?? '', Number(atColumn[2]))
  const option = /error: no such option: (\S+)/.exec(output)
  if (option) return lineWith(failed, option[1] ?? '')
  const marker = /Invalid marker: "(.+)", parse error|InvalidMarker: [^\n]*\n +([^\n]+)/.exec(output)
  if (marker) return lineWith(failed, marker[1] ?? marker[2] ?? '')
  const other = /Invalid requirement: '([^\n]+?)'(?:$|:)[^\n]*(?:\n +([^\n]+))?/m.exec(output)
  return other ? (lineWith(failed, other[2] ?? '') ?? lineWith(failed, other[1] ?? '')) : null
}

const NAME = String.raw`([A-Za-z0-9][\w.-]*(?:\[[\w,\s.-]*\])?)`
const VERSION = String.raw`(\d[\w.!+*]*)`

/** Advice for a line; the first match wins, and `$1` and `$2` are its groups. */
const ADVICE: [RegExp, string][] = [
  [/^(?:<{7}|={7}|>{7}|\|{7})/, 'It is a mark of a merge: resolve the merge.'],
  [/^pip3? install +(?:-U +|--upgrade +)?(.+)$/, 'It is a command: write the packages alone, such as `$1`.'],
  [/^(?:import|from) /, 'It is a line of Python: write names of packages.'],
  [/^(?:Package +Version|-{3,}[ -]*)$/, 'It is a table of `pip list`: write what `pip freeze` prints.'],
  [
    /(--?[a-z-]+index-url|--index-url|-i)[ =]/,
    'An index is for the whole file: write `$1` and its address in a line of its own.',
  ],
  [/^(--?[a-z][\w-]*)/, '`$1` is not an option of a requirements file: remove it.'],
  [/\b(?:hg|svn|bzr)\+/, 'uv installs from repositories of git alone: name a wheel.'],
  [
    /^https?:\/\//,
    'It is the address of no file that pip installs: write that of a wheel or of a source distribution.',
  ],
  [/^\.{0,2}\/|\.whl$/, 'It looks like a path that is not in the source: add the file, or correct the path.'],
  [
    new RegExp(`^${NAME}=${VERSION}=\\w+$`),
    'It is from a list of conda: write `$1==$2`, and leave out what is not a Python package.',
  ],
  [new RegExp(`^${NAME} *= *${VERSION}$`), 'Write `$1==$2`.'],
  [
    new RegExp(`^${NAME} *\\^ *${VERSION}$`),
    '`^` is of Poetry: write `$1>=$2` and the version that it must be below.',
  ],
  [new RegExp(`^${NAME} +v?${VERSION}$`), 'Write `$1==$2`.'],
  [new RegExp(`^${NAME} *[=<>~!]+$`), 'Its version is missing: write `$1` alone for the newest.'],
  [
    new RegExp(`^${NAME} *[=<>~!]+ *([A-Za-z]\\w*)$`),
    '`$2` is not a version: write `$1` alone for the newest.',
  ],
  [/^[^\]]*\[[^\]]*$/, 'A bracket is not closed.'],
  [/^[^#;]+;(?! *#)/, "What follows the `;` is not a marker, such as `python_version < '3.12'`."],
]

function adviceFor(text: string): string {
  const line = text.replace(/\s+#.*$/, '')
  for (const [pattern, advice] of ADVICE) {
    const found = pattern.exec(line)
    if (found) return advice.replace('$1', found[1] ?? '').replace('$2', found[2] ?? '')
  }
  return 'Write it as `name`, `name==1.0` or `name>=1.0`.'
}

/** Explains an included file that is missing. */
export function missingInclude(failed: FailedInstall): string | null {
  const found =
    /Could not open (?:requirements|constraint)s? file: \[Errno \d+\] [^']*'([^'\n]+)'/.exec(failed.output) ??
    /failed to read from file `([^`\n]+)`: No such file/.exec(failed.output)
  const path = found?.[1]
  if (path === undefined) return null
  const line = lineWith(failed, path) ?? lineWith(failed, path.slice(path.lastIndexOf('/') + 1))
  if (line === null) return `\`${path}\` is not in the source: add it.`
  const named = line.text.replace(/^-\S+?[\s=]+/, '')
  return `${locationOf(line)} includes ${quoted(named)}, which is not in the source: add the file, or correct the path.`
}

/** Explains a requested file or folder of the source that is missing or not a package. */
export function localPackage(failed: FailedInstall): string | null {
  const { output } = failed
  const missing =
    /Requirement '([^'\n]+)' looks like a filename, but the file does not exist|File '([^'\n]*?)' does not exist\.|Distribution not found at: file:\/\/([^\n]+)/.exec(
      output,
    )
  if (missing) {
    const path = missing.slice(1).find(Boolean) ?? ''
    if (/(?:git|hg|svn|bzr)\+/.test(path))
      return about(failed, path, 'which is not there: correct its address.')
    return about(failed, path, 'which is not in the source: add it, or correct the path.')
  }
  const unknown = /No connection adapters were found for '([^'\n]+)'/.exec(output)?.[1]
  if (unknown !== undefined)
    return about(failed, unknown, 'which begins with no scheme that pip knows: write https://.')
  const noArchive = /Collecting (https?:\/\/[^\s(]+)[\s\S]{0,800}?Cannot determine archive format/.exec(
    output,
  )?.[1]
  if (noArchive !== undefined)
    return about(
      failed,
      noArchive,
      'which is neither a wheel nor a source distribution: write the address of one.',
    )
  const noProject =
    /Directory '([^'\n]+)' is not installable|`([^`\n]+)` does not appear to be a Python project/.exec(output)
  if (noProject) {
    const path = noProject[1] ?? noProject[2] ?? ''
    const line = lineOfPath(failed, path)
    return (
      line &&
      about(
        failed,
        path,
        'which has neither a pyproject.toml nor a setup.py: add one, or name a folder that has it.',
      )
    )
  }
  const name =
    /(?:^|: )(\S+\.whl) is not a valid wheel filename|Invalid wheel filename \([^)]*\): '([^'\n]+)'|The wheel filename `([^`\n]+)` is invalid/m.exec(
      output,
    )
  const foreign =
    /(?:^|[\s:/])(\S+\.whl) is not a supported wheel on this platform|A path dependency is incompatible with the current platform: (\S+)/.exec(
      output,
    )
  if (foreign)
    return about(
      failed,
      (foreign[1] ?? foreign[2] ?? '').replace(/^.*\//, ''),
      `which is for another Python or another system than this one with Python ${failed.python}: name the wheel that is for it.`,
    )
  if (!name) return null
  const wheel = name.slice(1).find(Boolean) ?? ''
  return about(
    failed,
    wheel,
    'which is not the name of a wheel: give the file the name that it was built with, such as line-1.0-py3-none-any.whl.',
  )
}

function lineOfPath(failed: FailedInstall, path: string): PackageLine | null {
  return lineWith(failed, path) ?? lineWith(failed, path.slice(path.lastIndexOf('/') + 1))
}

function about(failed: FailedInstall, path: string, matter: string): string {
  const line = lineOfPath(failed, path)
  return line
    ? `${locationOf(line)} asks for ${quoted(line.text)}, ${matter}`
    : `A package is asked for as \`${path}\`, ${matter}`
}
