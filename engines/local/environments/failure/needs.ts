import { plainName } from '@podium/contract/python-packages/package-name.ts'
import type { FailedInstall } from './failed-install.ts'
import { linesThatName, listed, locationOf, nameIn } from './package-lines.ts'

/** Maximum length of chains of packages that are followed. */
const MAX_DEPTH = 10

/** A package that requires another, as reported by a tool. */
export interface Need {
  /** the name of the package */
  name: string
  /** '' if the tool means every version */
  version: string
  /** the requirement, such as `c>=2` */
  needs: string
}

const SUBJECT = String.raw`(?:all versions of )?([A-Za-z0-9][\w.-]*)(?:\[[^\]\s]*\])?((?:[<>=!~]+[^\s,<>=!~]+,?)*)`
const OBJECT = String.raw`([A-Za-z0-9][\w.-]*(?:\[[^\]\s]*\])?(?:[<>=!~]+[\w.*+]+,?)*)`
const DEPENDS_OF_UV = new RegExp(`${SUBJECT} depends? on ${OBJECT}`, 'g')
const DEPENDS_OF_PIP = /^ +(\S+?)(?:\[\S*\])? (\S+) depends on (\S[^\n]*)$/gm

/** Lists the requirements in the output, in its order. */
export function needsIn({ tool, output }: FailedInstall): Need[] {
  if (tool === 'pip')
    return [...output.matchAll(DEPENDS_OF_PIP)].map(([, name = '', version = '', needs = '']) => {
      return { name: plainName(name), version, needs: needs.replace(/;.*$/, '').trim() }
    })
  return [...premisesOfUv(output).matchAll(DEPENDS_OF_UV)].map(([, name = '', range = '', needs = '']) => {
    return {
      name: plainName(name),
      version: /^==(.+)$/.exec(range)?.[1] ?? '',
      needs: needs.replace(/[.,]+$/, ''),
    }
  })
}

/** Extracts the premises of uv, one sentence per line, without its conclusions. */
export function premisesOfUv(output: string): string {
  const text = output.replaceAll(/\s+/g, ' ')
  return text.replaceAll(/, we can conclude that .*?(?:\.(?= And because)|$)/g, ', we can conclude\n')
}

/** Returns the package that requires the named one, if the output says so. */
export function parentOf(failed: FailedInstall, name: string): Need | null {
  const plain = plainName(name)
  const need = needsIn(failed).find(({ needs }) => nameIn(needs) === plain)
  if (need) return need
  for (const [, needs = '', chain = ''] of failed.output.matchAll(
    /(?:Collecting|requirement) (\S[^\n(]*?) \(from (?!versions:)([^\n]*)/g,
  )) {
    const parent = /^([A-Za-z0-9](?:[\w.-]*\w)?)(?:\[[^\]\s]*\])?(?:==([^\s>)-]+))?/.exec(chain)
    if (nameIn(needs) === plain && parent?.[1])
      return { name: plainName(parent[1]), version: parent[2] ?? '', needs }
  }
  return null
}

/** Returns the origin of a package: "requirements.txt line 4" or "`x`, requirements.txt line 1", or '' if unknown. */
export function originOf(failed: FailedInstall, name: string, deep = 0): string {
  const line = linesThatName(failed, name)[0]
  if (line) return locationOf(line)
  const parent = deep < MAX_DEPTH ? parentOf(failed, name) : null
  if (parent === null) return ''
  const origin = originOf(failed, parent.name, deep + 1)
  return origin === '' ? `\`${parent.name}\`` : `\`${parent.name}\`, ${origin}`
}

/** Orders packages in sentences by the lines that request them. */
export function orderOf(failed: FailedInstall, name: string, deep = 0): number {
  const [line] = linesThatName(failed, name)
  if (line) return line.line
  const parent = deep < MAX_DEPTH ? parentOf(failed, name) : null
  return parent ? orderOf(failed, parent.name, deep + 1) : 0
}

/** Formats a requirement for a sentence: its name as code, followed by the versions. */
export function wordsFor(line: string): string {
  const requirement = line.replace(/\s*;.*$/, '')
  const [name = ''] = /^[A-Za-z0-9][\w.-]*(?:\[[^\]]*\])?/.exec(requirement) ?? []
  return name === '' ? `\`${requirement}\`` : `\`${name}\`${requirement.slice(name.length).trim()}`
}

/** Formats packages such as "`a` 1.0 (requirements.txt line 1)"; several versions are combined. */
export function subjectOf(failed: FailedInstall, name: string, versions: string[]): string {
  const known = versions.filter((version) => version !== '')
  const pinned = linesThatName(failed, name).flatMap(
    ({ text }) => /[^<>!~]==\s*([\w.+!]+)/.exec(text)?.[1] ?? [],
  )[0]
  const own = known.length > 0 ? known : pinned === undefined ? [] : [pinned]
  const versionsShown = own.length > 3 ? [`${own.at(-1)} to ${own[0]}`] : own
  const origin = originOf(failed, name)
  return `\`${name}\`${versionsShown.length > 0 ? ` ${listed(versionsShown)}` : ''}${origin === '' ? '' : ` (${origin})`}`
}
