import type { FailedInstall, IndexAnswer } from './failed-install.ts'
import { indexSources, indexWords, sourceAt } from './index-sources.ts'
import { type Need, originOf, parentOf, premisesOfUv, wordsFor } from './needs.ts'
import { asWritten, lineFor, linesThatName, listed, locationOf, nameIn } from './package-lines.ts'

const MAX_VERSIONS = 6

/** A requirement that no version or file of the index satisfies. */
interface Missing {
  requirement: string
  /** the existing versions; null if the tool does not say */
  versions: string[] | null
  /** true: as far as the tool knows, the index has no package of that name */
  isUnknown: boolean
}

/** Explains packages and versions that the index lacks, with the origin of each. */
export function missingVersions(failed: FailedInstall): string | null {
  const special = oldCopy(failed) ?? withdrawn(failed) ?? withoutFile(failed)
  if (special !== null) return special
  const missing = failed.tool === 'pip' ? missingOfPip(failed.output) : missingOfUv(failed.output)
  const sentences = missing.map((each) => sentenceFor(failed, each))
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** Returns the name of the first package that no index has, or null if the output names none. */
export function missingPackage(failed: FailedInstall): string | null {
  const [first] = failed.tool === 'pip' ? missingOfPip(failed.output) : missingOfUv(failed.output)
  return first?.isUnknown ? nameIn(first.requirement) : null
}

function missingOfPip(output: string): Missing[] {
  const found = [
    ...output.matchAll(
      /Could not find a version that satisfies the requirement ([^\n]+?) \((?:from (?!versions:)[^\n]*?\) \()?from versions: ([^\n]*)\)$/gm,
    ),
  ]
  return unique(
    found.map(([, requirement = '', versions = '']) => {
      return {
        requirement,
        versions: versions === 'none' ? [] : versions.split(', '),
        isUnknown: versions === 'none',
      }
    }),
  )
}

const REQUIREMENT = String.raw`([A-Za-z0-9][\w.-]*(?:\[[^\]\s]*\])?(?:[<>=!~]+[^\s,<>=!~]+,?)*)`

function missingOfUv(output: string): Missing[] {
  const text = premisesOfUv(output)
  const needed = (name: string) => {
    const ranges = [...text.matchAll(new RegExp(`(?:you require|depends? on|and) ${REQUIREMENT}`, 'g'))]
    return (
      ranges
        .map(([, range = '']) => range.replace(/,$/, ''))
        .find((range) => nameIn(range) === nameIn(name)) ?? name
    )
  }
  const unknown = [
    ...text.matchAll(
      /([A-Za-z0-9][\w.-]*) was not found in the (?:package registry|cache|provided package locations)/g,
    ),
  ]
  const several = [
    ...text.matchAll(
      new RegExp(
        `only the following versions of \\S+ are available: .*? and (?:you require|\\S+ depends? on) ${REQUIREMENT}`,
        'g',
      ),
    ),
  ]
  const none = [...text.matchAll(new RegExp(`there (?:is|are) no versions? of ${REQUIREMENT}`, 'g'))]
  const only = [
    ...text.matchAll(
      new RegExp(`only ${REQUIREMENT} is available and .*?(?:require|depends? on) ${REQUIREMENT}`, 'g'),
    ),
  ]
  return unique([
    ...unknown.map(([, name = '']) => ({ requirement: needed(name), versions: null, isUnknown: true })),
    ...[...none, ...several].map(([, requirement = '']) => {
      return {
        requirement: requirement.replace(/,$/, ''),
        versions: null,
        isUnknown: !/[<>=~!]/.test(requirement),
      }
    }),
    ...only
      .filter(([, there = '', needs = '']) => nameIn(there) === nameIn(needs) && /[<>=~!]/.test(needs))
      .map(([, there = '', needs = '']) => ({
        requirement: needs.replace(/,$/, ''),
        versions: versionsIn(there),
        isUnknown: false,
      })),
  ])
}

/** Reads versions from "only a==1.0 is available" and bounds from "only a<=2.0"; "only a<3" may mean none. */
function versionsIn(range: string): string[] | null {
  const exact = /==(.+)$/.exec(range)?.[1]
  const bound = /<=[^<>=]+$/.exec(range)?.[0]
  return exact ? [exact] : bound ? [bound] : null
}

function unique(missing: Missing[]): Missing[] {
  return missing.filter(
    ({ requirement }, at) => missing.findIndex((each) => each.requirement === requirement) === at,
  )
}

function sentenceFor(failed: FailedInstall, { requirement, versions, isUnknown }: Missing): string {
  const name = nameIn(requirement)
  const asks = clauseFor(failed, requirement)
  const own = linesThatName(failed, name).length > 0
  const change = own ? 'correct its name' : 'name another version of the package that needs it'
  const isPart = own && PARTS_OF_PYTHON.has(name)
  if (isPart) return `${asks}, which is a part of Python: remove that line.`
  const advice = adviceFor(failed, requirement)
  if (!isUnknown && advice !== null) return `${asks}, a version that ${indexWords(failed).lacks}${advice}`
  if (!isUnknown && versions === null)
    return `${asks}, a version that ${indexWords(failed).lacks}: name another version.`
  if (!isUnknown)
    return `${asks}; ${indexWords(failed).has} ${versionWords(versions ?? [])}: ${own ? 'name another version' : 'name another version of the package that needs it'}.`
  return `${asks}, ${whyUnknown(failed, change)}`
}

/** Modules of the standard library that people mistake for packages. */
const PARTS_OF_PYTHON = new Set(
  'argparse collections copy csv ctypes datetime functools glob hashlib io itertools json logging math multiprocessing os pathlib pickle random re shutil sqlite3 statistics subprocess sys threading time tkinter typing unittest urllib'.split(
    ' ',
  ),
)

/** Advises how to get a version that is only in a special index, like those of PyTorch. */
function adviceFor(failed: FailedInstall, requirement: string): string | null {
  const line = lineFor(failed, requirement)
  if (line && /\s(?:-i|--(?:extra-)?index-url)[\s=]/.test(line.text))
    return ', because pip reads an index only from a line of its own: write `--extra-index-url` and its address in a line above.'
  const label = /\+([\w.]+)$/.exec(requirement)?.[1]
  if (label === undefined) return null
  return `: versions with +${label} are mostly in an index of their own, which \`--extra-index-url\` and its address in a line above name.`
}

function versionWords(versions: string[]): string {
  const newest = versions.slice(-MAX_VERSIONS)
  const bound = /^<=(.+)$/.exec(versions[0] ?? '')?.[1]
  if (bound !== undefined) return `nothing newer than ${bound}`
  return versions.length > newest.length
    ? `${versions.length} versions up to ${newest.at(-1)}`
    : listed(newest)
}

/** Explains an unknown package: the index's answer tells if it lacks the name or has files only for other machines. */
function whyUnknown(failed: FailedInstall, change: string): string {
  const found = failed.answers?.find(({ kind }: IndexAnswer) => kind === 'simple')
  if (found) return noFile(failed)
  const address = failed.answers?.find(({ status }) => status === 404)?.address
  if (address !== undefined && !/\/simple\/?$/.test(address))
    return `which ${indexWords(failed).lacks} (404): ${change}, or ask an administrator to check the address of the index, which mostly ends with /simple.`
  const file = indexSources(failed).find(({ from }) => from === 'file')
  if (file && failed.tool === 'pip')
    return `which ${indexWords(failed).lacks}: ${change}, or the address in ${file.origin}. pip does not say if an index refuses access.`
  return `which ${indexWords(failed).lacks}: ${change}, or ask an administrator for an index that has it.`
}

/** Explains that uv stays with the first index that has a name, so that it never takes a stranger's package. */
function oldCopy(failed: FailedInstall): string | null {
  const found =
    /hint: `([^`]+)` was found on (\S+), but not at the requested version \((\S+)\)\. A compatible version may be available on a subsequent index \(e\.g\., (\S+)\)/.exec(
      failed.output,
    )
  if (!found) return null
  const [, , first = '', requirement = '', second = ''] = found
  return `${clauseFor(failed, requirement)}, which ${first} (${sourceAt(failed, first).origin}) does not have: uv takes a package from the first index that has its name and does not look at ${second} (${sourceAt(failed, second).origin}). Ask who keeps the first index to remove or renew it there.`
}

/** Explains a version that its authors withdrew. */
function withdrawn(failed: FailedInstall): string | null {
  const { output } = failed
  const ofUv =
    /Because (?:all versions of )?([\w.-]+)(?:==(\S+?))? (?:was|were) yanked(?: \(reason: ([^)]+)\))?/.exec(
      output.replaceAll(/\s+/g, ' '),
    )
  const ofPip = /Ignored the following yanked versions: ([^\n]+)/.exec(output)
  const requirement = /Could not find a version that satisfies the requirement ([^\n]+?) \(/.exec(output)?.[1]
  if (ofUv) return withdrawnWords(failed, ofUv[1] ?? '', ofUv[2] ?? '', ofUv[3])
  return ofPip && requirement ? withdrawnWords(failed, requirement, ofPip[1] ?? '') : null
}

function withdrawnWords(
  failed: FailedInstall,
  requirement: string,
  versions: string,
  reason?: string,
): string {
  const why = reason === undefined ? '' : ` ("${reason}")`
  return `${clauseFor(failed, requirement)}, and the versions that fit were withdrawn: ${versions}${why}. Name another version, or exactly that one if it has to be.`
}

/** Explains a version whose files are all for other machines. */
function withoutFile(failed: FailedInstall): string | null {
  const found =
    /Because (?:all versions of )?([A-Za-z0-9][\w.-]*)(==\S+)? (?:has|have) no (usable wheels|wheels with a matching|source distribution)/.exec(
      premisesOfUv(failed.output),
    )
  if (!found) return null
  const [, name = '', version = '', matter] = found
  const asks = clauseFor(failed, lineFor(failed, name) ? name : `${name}${version}`)
  if (matter === 'usable wheels')
    return `${asks}, which has no wheel, and the files or settings allow nothing else: name another version, or allow its source distribution.`
  return `${asks}, ${noFile(failed)}`
}

function noFile(failed: FailedInstall): string {
  return `of which ${indexWords(failed).has} no file for Python ${failed.python} on this machine: name another version, or ask for another Python.`
}

/** Returns words such as "requirements.txt line 3 asks for `a`" or "`b` 1.0 (requirements.txt line 2) needs `a`>=2". */
export function clauseFor(failed: FailedInstall, requirement: string): string {
  const name = nameIn(requirement)
  const line = lineFor(failed, requirement)
  const words = wordsFor(requirement)
  if (line) return `${locationOf(line)} asks for ${wordsFor(asWritten(line, requirement))}`
  const parent = parentOf(failed, name)
  return parent === null ? `${words} is asked for` : `${parentWords(failed, parent)} needs ${words}`
}

function parentWords(failed: FailedInstall, { name, version }: Need): string {
  const origin = originOf(failed, name)
  return `\`${name}\`${version === '' ? '' : ` ${version}`}${origin === '' ? '' : ` (${origin})`}`
}
