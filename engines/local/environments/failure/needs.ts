import { plainName } from '@podium/contract/python-packages/package-name.ts'
import { linesThatName, listed, nameIn, placeOf } from './asked-lines.ts'
import type { FailedInstall } from './failed-install.ts'

/** Chains of packages are followed so far. */
const MAX_DEPTH = 10

/** A package that needs another, as a tool says it. */
export interface Need {
  /** the name of the package */
  name: string
  /** '' where the tool speaks of every version */
  version: string
  /** the requirement, such as `c>=2` */
  needs: string
}

const SUBJECT = String.raw`(?:all versions of )?([A-Za-z0-9][\w.-]*)(?:\[[^\]\s]*\])?((?:[<>=!~]+[^\s,<>=!~]+,?)*)`
const OBJECT = String.raw`([A-Za-z0-9][\w.-]*(?:\[[^\]\s]*\])?(?:[<>=!~]+[\w.*+]+,?)*)`
const DEPENDS_OF_UV = new RegExp(`${SUBJECT} depends? on ${OBJECT}`, 'g')
const DEPENDS_OF_PIP = /^ +(\S+?)(?:\[\S*\])? (\S+) depends on (\S[^\n]*)$/gm

/** The needs that the output names, in its order. */
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

/** The premises of uv, a sentence a line, without its conclusions. */
export function premisesOfUv(output: string): string {
  const text = output.replaceAll(/\s+/g, ' ')
  return text.replaceAll(/, we can conclude that .*?(?:\.(?= And because)|$)/g, ', we can conclude\n')
}

/** The package that needs the one of the name, as far as the output says it. */
export function parentOf(failed: FailedInstall, name: string): Need | null {
  const wanted = plainName(name)
  const need = needsIn(failed).find(({ needs }) => nameIn(needs) === wanted)
  if (need) return need
  for (const [, needs = '', chain = ''] of failed.output.matchAll(
    /(?:Collecting|requirement) (\S[^\n(]*?) \(from (?!versions:)([^\n]*)/g,
  )) {
    const parent = /^([A-Za-z0-9](?:[\w.-]*\w)?)(?:\[[^\]\s]*\])?(?:==([^\s>)-]+))?/.exec(chain)
    if (nameIn(needs) === wanted && parent?.[1])
      return { name: plainName(parent[1]), version: parent[2] ?? '', needs }
  }
  return null
}

/** Such as "requirements.txt line 4" or "`x`, requirements.txt line 1", through which the package is asked for; '' if unknown. */
export function originOf(failed: FailedInstall, name: string, deep = 0): string {
  const line = linesThatName(failed, name)[0]
  if (line) return placeOf(line)
  const parent = deep < MAX_DEPTH ? parentOf(failed, name) : null
  if (parent === null) return ''
  const origin = originOf(failed, parent.name, deep + 1)
  return origin === '' ? `\`${parent.name}\`` : `\`${parent.name}\`, ${origin}`
}

/** The order of packages in sentences: that of the lines that ask for them. */
export function orderOf(failed: FailedInstall, name: string, deep = 0): number {
  const [line] = linesThatName(failed, name)
  if (line) return line.line
  const parent = deep < MAX_DEPTH ? parentOf(failed, name) : null
  return parent ? orderOf(failed, parent.name, deep + 1) : 0
}

/** A requirement as it stands in a sentence: its name as code, and the versions behind it. */
export function wordsFor(asked: string): string {
  const requirement = asked.replace(/\s*;.*$/, '')
  const [name = ''] = /^[A-Za-z0-9][\w.-]*(?:\[[^\]]*\])?/.exec(requirement) ?? []
  return name === '' ? `\`${requirement}\`` : `\`${name}\`${requirement.slice(name.length).trim()}`
}

/** Such as "`a` 1.0 (requirements.txt line 1)"; several versions are told together. */
export function subjectOf(failed: FailedInstall, name: string, versions: string[]): string {
  const known = versions.filter((version) => version !== '')
  const pinned = linesThatName(failed, name).flatMap(
    ({ text }) => /[^<>!~]==\s*([\w.+!]+)/.exec(text)?.[1] ?? [],
  )[0]
  const own = known.length > 0 ? known : pinned === undefined ? [] : [pinned]
  const told = own.length > 3 ? [`${own.at(-1)} to ${own[0]}`] : own
  const origin = originOf(failed, name)
  return `\`${name}\`${told.length > 0 ? ` ${listed(told)}` : ''}${origin === '' ? '' : ` (${origin})`}`
}
