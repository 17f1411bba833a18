import { maskAddresses } from '@podium/contract/python-packages/masked-addresses.ts'
import { plainName } from '@podium/contract/python-packages/package-name.ts'
import { buildLog } from './build-log.ts'
import type { FailedInstall } from './failed-install.ts'
import { indexWords } from './index-sources.ts'
import { originOf, wordsFor } from './needs.ts'
import { lineNumbered, locationOf, nameIn, type PackageLine } from './package-lines.ts'

const HAS_WHEEL = 'name a version of it that has a wheel'
const NEWER = 'name a newer version of it, or one that has a wheel'

/** Patterns in the log of a build, and how the sentence continues; `$1` is the match. */
const CAUSES: [RegExp, string][] = [
  [
    /does not appear to be a Python project/,
    `that has neither a pyproject.toml nor a setup.py: ${HAS_WHEEL}.`,
  ],
  [/has invalid metadata/, `its pyproject.toml or its metadata cannot be read: ${NEWER}.`],
  [
    /fatal error: Killed signal terminated|^(?:gcc|g\+\+|cc1plus|clang\S*): .*\bKilled\b|^MemoryError/m,
    `the compiler was ended for want of memory: choose a larger tier, or ${HAS_WHEEL}.`,
  ],
  [
    /fatal error: (Python\.h): No such file/,
    `the headers of Python ($1) are not on this machine: ask an administrator to install python3-dev, or ${HAS_WHEEL}.`,
  ],
  [
    /fatal error: '?([^\s:']+)'?(?:: No such file| file not found)/,
    `the header $1 is not on this machine: ask an administrator to install the library that brings it, or ${HAS_WHEEL}.`,
  ],
  [
    /ld: cannot find -l(\S+?):?(?:\s|$)/m,
    `the library $1 is not on this machine: ask an administrator to install it, or ${HAS_WHEEL}.`,
  ],
  [
    /command '?[^\s']*?(gcc|g\+\+|cc|c\+\+|clang)[^\s']*'? failed: No such file|unable to execute '?[^\s']*?(gcc|g\+\+|cc|c\+\+|clang)|\b(gcc|g\+\+|cc|c\+\+)\S*: (?:command )?not found|No such file or directory: '?[^\s']*?(gcc|g\+\+|cc|c\+\+|clang)/,
    `this machine has no compiler ($1): ask an administrator to install it, or ${HAS_WHEEL}.`,
  ],
  [
    /can't find (Rust) compiler|(Cargo), the Rust package manager, is not installed|command '?(rustc|cargo)\b|\b(cargo|rustc): (?:command )?not found/,
    `this machine has no compiler of Rust: ask an administrator to install it, or ${HAS_WHEEL}.`,
  ],
  [
    /Unknown compiler\(s\): \[\['?(\w+)/,
    `this machine has no compiler ($1): ask an administrator to install it, or ${HAS_WHEEL}.`,
  ],
  [
    /\b(CMake|cmake|ninja|Ninja)\b[^\n]*(?:must be installed|not found|No such file|is required|not available)|No such file or directory: '(cmake|ninja)'/,
    `the program $1 is not on this machine: ask an administrator to install it, or ${HAS_WHEEL}.`,
  ],
  [
    /(pkg-config)(?: name|:)|Error: (\w+_config|\w+-config) executable not found|(?:command not found|not found): (\S+-config)\b/,
    `a library that $1 tells about is not on this machine: ask an administrator to install it with its headers, or ${HAS_WHEEL}.`,
  ],
  [
    /No module named '?(pkg_resources)\b/,
    `its build imports \`$1\`, which setuptools no longer has: ${NEWER}.`,
  ],
  [/No module named '?(distutils|imp)\b/, `its build imports \`$1\`, which Python no longer has: ${NEWER}.`],
  [
    /Backend '?([\w.]+)'? is not available|BackendUnavailable: Cannot import '([\w.]+)'/,
    `its build backend \`$1\` is not in what it names for building: ${NEWER}.`,
  ],
  [
    /(?:ModuleNotFoundError|ImportError): No module named '?([\w.]+)/,
    `its build imports \`$1\`, which it does not name as needed for building: ${HAS_WHEEL}.`,
  ],
  [
    /SyntaxError: Missing parentheses in call to '(?:print|exec)'|SyntaxError: invalid syntax[\s\S]*print |(?:use_2to3 is invalid)/,
    `it is written for Python 2: ${NEWER}.`,
  ],
  [
    /TOMLDecodeError: ([^\n]+)|Invalid `pyproject\.toml`[\s\S]*?(TOML parse error at line \d+, column \d+)/,
    `its pyproject.toml is not TOML ($1): ${NEWER}.`,
  ],
]

/** Explains a package that builds need and the index lacks, the commonest gap of a private index. */
export function buildRequirement(failed: FailedInstall): string | null {
  const { output } = failed
  const ofPip =
    /build dependencies(?: for \S+)? did not run successfully[\s\S]*?Could not find a version that satisfies the requirement ([^\s(]+(?: ?[<>=!~][^\s(]+)?)/.exec(
      output,
    )
  const ofUv =
    /Failed to (?:download and )?build `([^`]+)`\s+cause: Failed to resolve requirements from [^\n]+\s+cause: No solution found when resolving: ([^\n]+)/.exec(
      output,
    )
  if (!ofPip && !ofUv) return null
  const needs = ofPip?.[1] ?? /`([^`]+)`/.exec(ofUv?.[2] ?? '')?.[1] ?? ''
  const name = buildLog(failed)?.package ?? ''
  return `${subjectFor(failed, name)} has to be built from its source distribution, and ${wordsFor(needs)}, which that needs, is not in ${indexWords(failed).subject}: ask an administrator to add it there, or ${HAS_WHEEL}.`
}

/** Explains a pyproject.toml of the project that is not TOML or contains an invalid requirement. */
export function project(failed: FailedInstall): string | null {
  const content = failed.files['pyproject.toml']
  const name = buildLog(failed)?.package ?? ''
  if (
    content === undefined ||
    (nameIn(name) !== '' && !new RegExp(`name\\s*=\\s*["']${name}["']`).test(content))
  )
    return null
  const place = /TOMLDecodeError: ([^\n]*?) ?\(at line (\d+)|TOML parse error at (line) (\d+)/.exec(
    failed.output,
  )
  const line = place && lineNumbered(failed, 'pyproject.toml', Number(place[2] ?? place[4]))
  if (line)
    return `${locationOf(line)} is not TOML: \`${line.text}\`. Texts need quotes, and every bracket its other one.`
  const entry = /`project\.([\w.-]+)\[(\d+)\]` must be pep508/.exec(failed.output)
  const wrong = entry && entryOf(failed, content, entry[1] ?? '', Number(entry[2]))
  return wrong
    ? `${locationOf(wrong)} is not a requirement: \`${wrong.text}\`. Write it as "name", "name==1.0" or "name>=1.0".`
    : null
}

/** Returns the line of an entry in a list of the project. */
function entryOf(failed: FailedInstall, content: string, list: string, at: number): PackageLine | null {
  const start = new RegExp(`^${list.split('.').at(-1)}\\s*=\\s*\\[`, 'm').exec(content)
  if (!start) return null
  const strings = [...content.slice(start.index).matchAll(/"[^"\n]*"|'[^'\n]*'/g)]
  const offset = start.index + (strings[at]?.index ?? 0)
  return lineNumbered(failed, 'pyproject.toml', content.slice(0, offset).split('\n').length)
}

/** Explains a source distribution that cannot be built, with the line of its build's log that says why. */
export function build(failed: FailedInstall): string | null {
  const log = buildLog(failed)
  if (log === null) return null
  const subject = subjectFor(failed, log.package)
  const renamed = /use 'pip install ([\w.-]+)' rather than/.exec(log.text)
  if (renamed) return `${subject} is a name that is no longer used: write \`${renamed[1]}\` in its place.`
  for (const [pattern, cause] of CAUSES) {
    const found = pattern.exec(log.text)
    const named = found?.slice(1).find(Boolean) ?? ''
    if (found)
      return `${subject} has to be built from its source distribution, and ${cause.replace('$1', named)}`
  }
  return `${subject} could not be built from its source distribution: ${endOf(log.text)} Name another version of it, or one that has a wheel.`
}

function subjectFor(failed: FailedInstall, name: string): string {
  const plain = nameIn(name) === '' ? '' : plainName(nameIn(name))
  if (plain === '') return 'A package'
  const origin = originOf(failed, plain)
  return `\`${plain}\`${origin === '' ? '' : ` (${origin})`}`
}

const ERROR_LINE = /^\s*(?:[\w.]*(?:Error|Exception|Exit|error)\b|ERROR|error|fatal|\S+:\d+:\d+: error)[:\s]/
const NO_CAUSE =
  /error: command '\S+' failed|subprocess|exit code|^\s*\^|^\s*~|See above|^\s*\[end|^\s*(?:note|hint):/i

/** Returns the last line of the log that names an error, or else its last line. */
function endOf(log: string): string {
  const lines = log
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !NO_CAUSE.test(line))
  const found = lines.findLast((line) => ERROR_LINE.test(line)) ?? lines.at(-1) ?? ''
  return found === '' ? 'its build says no reason.' : `\`${maskAddresses(found).slice(0, 200)}\`.`
}
