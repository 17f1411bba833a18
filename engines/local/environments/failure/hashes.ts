import type { FailedInstall } from './failed-install.ts'
import { indexSources } from './index-sources.ts'
import { originOf } from './needs.ts'
import {
  linesThatName,
  lineWith,
  locationOf,
  nameIn,
  type PackageLine,
  packageLines,
} from './package-lines.ts'

/** Explains a file whose hash is not the expected one, or a requirement without a hash beside others with one. */
export function hashes(failed: FailedInstall): string | null {
  return noHash(failed) ?? withoutHash(failed) ?? unhashable(failed) ?? notTheHash(failed)
}

/** Explains a text after --hash that cannot be a hash. */
function noHash(failed: FailedInstall): string | null {
  const mismatch =
    /Invalid hash digest length|Unsupported hash algorithm|Allowed hash algorithms for --hash|Expected sha256 (?![0-9a-f]{64}\b)/
  if (!mismatch.test(failed.output)) return null
  const line = packageLines(failed.files).find(({ text }) =>
    /--hash[= ](?!sha256:[0-9a-f]{64}\b|sha384:[0-9a-f]{96}\b|sha512:[0-9a-f]{128}\b)/.test(text),
  )
  return line
    ? `${locationOf(line)} has a hash that cannot be one: write \`--hash=sha256:\` and the 64 digits that \`pip hash\` prints for the file.`
    : null
}

function withoutHash(failed: FailedInstall): string | null {
  const { output } = failed
  const missing =
    /Hashes are required in --require-hashes mode, but they are missing[^\n]*\n((?: +[^\n]+\n?)+)/.exec(
      output,
    )?.[1] ??
    /must have their versions pinned with ==\. These do not:\n((?: +[^\n]+\n?)+)/.exec(output)?.[1] ??
    /In `--require-hashes` mode, all requirements must have a hash, but none were provided for: ([^\n]+)/.exec(
      output,
    )?.[1] ??
    /In `--require-hashes` mode, all requirements must have their versions pinned with `==`, but found: ([^\n]+)/.exec(
      output,
    )?.[1]
  if (missing === undefined) return null
  const requirement = missing.trim().split('\n')[0] ?? ''
  const name = nameIn(requirement)
  const [line] = linesThatName(failed, name)
  const isRange = line !== undefined && /--hash/.test(wholeLine(failed, line)) && !/==/.test(line.text)
  if (isRange)
    return `${locationOf(line)} has a hash for \`${name}\` and no exact version: write \`${name}==\` and the version.`
  if (line)
    return `${locationOf(line)} asks for \`${name}\` and has no hash, while others have one: add its hash (\`pip hash\`), or write none at all.`
  const origin = originOf(failed, name)
  return `\`${name}\`${origin === '' ? '' : `, which ${origin.replace(/, (?=[^,]*$)/, ' (')}${origin.includes(', ') ? ')' : ''} asks for,`} has no hash, while others have one: add a line with its version and hash, as \`pip-compile --generate-hashes\` writes them, or write none at all.`
}

/** Returns the line with its continuation lines. */
function wholeLine({ files }: FailedInstall, { path, line }: PackageLine): string {
  const lines = (files[path] ?? '').split('\n').slice(line - 1)
  const end = lines.findIndex((text) => !/\\\s*$/.test(text))
  return lines.slice(0, end + 1).join(' ')
}

function unhashable(failed: FailedInstall): string | null {
  const { output } = failed
  if (
    !/Can't verify hashes for these|hashes? (?:is|are) not supported for|cannot be (?:verified|hashed)/.test(
      output,
    )
  )
    return null
  const requirement =
    /(?:because they point to directories|version control repositories):\n +([^\n]+)/.exec(output)?.[1] ?? ''
  const address = requirement.trim().split(/ \(from| from /)[0] ?? ''
  const line =
    lineWith(failed, address) ?? lineWith(failed, address.slice(address.lastIndexOf('/') + 1)) ?? null
  const subject = line
    ? `${locationOf(line)} asks for \`${line.text}\`, which`
    : 'A folder or repository that is asked for'
  return `${subject} can have no hash, while others have one: name a file of it, such as a wheel, with its hash, or write no hashes at all.`
}

/** Explains a wrong hash: one in the files is corrected there, one of the index or of a truncated file is not. */
function notTheHash(failed: FailedInstall): string | null {
  const { output } = failed
  const found =
    /DO NOT MATCH THE HASHES[^\n]*\n(?:\s*\n)? +([^\n]+?)(?: \(from [^\n]*)?:?\n +Expected sha\d+ +([0-9a-f]+)/.exec(
      output,
    ) ?? /[Hh]ash mismatch for `([^`]+)`\s+Expected:\s+sha\d+:([0-9a-f]+)/.exec(output)
  if (!found) return null
  const [, requirement = '', expected = ''] = found
  const name = nameIn(requirement) || nameIn(/([^/\s]+?)-\d[^/\s]*$/.exec(requirement)?.[1] ?? '')
  const line = lineWith(failed, expected)
  if (line) {
    const named = linesThatName(failed, name)[0] ?? line
    return `The file of \`${name}\` has another hash than ${locationOf(named)} gives: if the file was replaced for a good reason, correct the hash there; otherwise find out who replaced it.`
  }
  const origin = originOf(failed, name)
  const place = indexSources(failed)[0]
  const index = place ? `The index ${place.address} (${place.origin})` : 'The package index'
  return `${index} sent a file of \`${name}\`${origin === '' ? '' : ` (${origin})`} that does not have the hash that its own page gives: try again, and if it stays so ask who keeps the index to upload the file again.`
}

/** Explains a file that is not a package archive. */
export function damaged(failed: FailedInstall): string | null {
  const { output } = failed
  const found =
    /(?:Wheel '([^'\n]+)'[^\n]* is invalid|BadZipFile|[^\n]*not a zip file|has an invalid wheel, |has an invalid package format|ReadError: |Cannot unpack file|unable to locate the end of central directory|Failed to (?:extract|unpack|read (?:from zip|metadata))|is not a (?:valid )?(?:gzip|zip|tar)|[Ii]nvalid gzip header|EndOfCentralDirectory|unexpected end of file|inconsistent (?:name|version|Name|Version)|Package metadata (?:name|version))/.exec(
      output,
    )
  if (!found) return null
  const before = output.slice(0, found.index)
  const files = `${before}${found[0]}`.matchAll(/([A-Za-z0-9][\w.-]*?-\d[\w.+-]*\.(?:whl|tar\.gz|zip))/g)
  const file = [...files].at(-1)?.[1]
  const name =
    nameIn(
      /(?:Failed to (?:download(?: and build)?|read|fetch|extract) `|Because )([A-Za-z0-9][\w.-]*?)(?:==| @|`)/.exec(
        output,
      )?.[1] ?? '',
    ) ||
    nameIn(file?.split(/-\d/)[0] ?? '') ||
    nameIn([...before.matchAll(/^ *Collecting ([^\s(]+)/gm)].at(-1)?.[1] ?? '')
  if (name === '') return null
  const origin = originOf(failed, name)
  const line = file === undefined ? null : lineWith(failed, file)
  const subject = `The file${file === undefined ? '' : ` ${file}`} of \`${name}\`${origin === '' ? '' : ` (${origin})`}`
  if (line)
    return `${locationOf(line)} asks for \`${line.text}\`, which is not the file of a package, or is damaged: put the file in its place again.`
  const place = indexSources(failed)[0]
  const index = place ? `the index ${place.address} (${place.origin})` : 'the package index'
  return `${subject} that ${index} sent is damaged, or is not a package: try again, and if it stays so ask who keeps the index to upload it again.`
}
