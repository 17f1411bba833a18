import type { FailedInstall } from './failed-install.ts'
import { indexWords } from './index-sources.ts'
import { type Need, needsIn, orderOf, premisesOfUv, subjectOf, wordsFor } from './needs.ts'
import { lineFor, linesThatName, locationOf, nameIn, packageLines } from './package-lines.ts'

/** Explains requirements that exclude each other, with the origin of each. */
export function conflict(failed: FailedInstall): string | null {
  const clauses = failed.tool === 'pip' ? clausesOfPip(failed) : clausesOfUv(failed)
  if (clauses.length === 0) return null
  const clauseList =
    clauses.length > 1 ? `${clauses.slice(0, -1).join(', ')}, and ${clauses.at(-1)}` : clauses[0]
  const [first] = needsIn(failed)
  const isGone = failed.tool === 'pip' && clauses.length === 1 && first
  if (isGone)
    return `${clauses[0]}, which ${indexWords(failed).lacks}: name another version of \`${first.name}\`.`
  if (
    clauses.length === 2 &&
    / asks for `[^`]+`$/.test(clauses[0] ?? '') &&
    / allows only /.test(clauses[1] ?? '')
  )
    return `${clauses[1]}, a version that ${indexWords(failed).lacks}: name another version.`
  if (clauses.every((clause) => clause.includes(' asks for '))) return `${clauseList}. Keep one of them.`
  return `${clauseList}. No version fits all of them: change a version that the files ask for, or leave it out for the tool to choose.`
}

function clausesOfPip(failed: FailedInstall): string[] {
  const cause = /The conflict is caused by:\n((?: +[^\n]+\n)+)/.exec(failed.output)?.[1]
  if (cause === undefined) return []
  const requests = [...cause.matchAll(/^ +The user requested (\(constraint\) )?([^\n]+)$/gm)].map(
    ([, limit, requirement = '']) => request(failed, requirement, limit !== undefined),
  )
  return [...new Set([...requests, ...clausesFor(failed, needsIn({ ...failed, output: cause }))])]
}

function clausesOfUv(failed: FailedInstall): string[] {
  if (!/No solution found/.test(failed.output)) return []
  const text = premisesOfUv(failed.output)
  const needs = needsIn(failed)
  const disputed = new Set(needs.map((need) => nameIn(need.needs)))
  const required = [...text.matchAll(/you require (.+?)(?=, we can conclude|$)/gm)]
    .flatMap(([, list = '']) => list.split(/ and (?:you require )?/))
    .map((requirement) => requirement.trim())
    .filter((requirement) => /^[A-Za-z0-9][\w.-]*(?:\[[^\]]*\])?[<>=!~]/.test(requirement))
  const twice = required.filter((one) => required.filter((other) => nameIn(other) === nameIn(one)).length > 1)
  const limits = limitsIn(failed, text)
  const disputedRequirements =
    needs.length === 0 ? twice : required.filter((requirement) => disputed.has(nameIn(requirement)))
  const requests = [...disputedRequirements, ...limits].map((requirement) =>
    request(failed, requirement, false),
  )
  const top = needs.filter(({ needs: needed }) =>
    isDisputed(needed, needs, [...disputedRequirements, ...limits]),
  )
  return [...new Set([...requests, ...clausesFor(failed, top)])]
}

/** Finds limits of a constraints file: the second in "all versions of b depend on c>=2 and c<2". */
function limitsIn(failed: FailedInstall, text: string): string[] {
  return [...text.matchAll(/depends? on \S+ and ([A-Za-z0-9][\w.-]*[<>=!~]\S+?),/g)]
    .map(([, limit = '']) => limit)
    .filter((limit) => linesThatName(failed, nameIn(limit)).length > 0)
}

/** True if something else mentions the same package. */
function isDisputed(needed: string, needs: Need[], requirements: string[]): boolean {
  const name = nameIn(needed)
  return (
    requirements.some((requirement) => nameIn(requirement) === name) ||
    needs.some((other) => nameIn(other.needs) === name && other.needs !== needed)
  )
}

function request(failed: FailedInstall, requirement: string, isLimit: boolean): string {
  const line = lineFor(failed, requirement)
  if (!line) return `the files ask for ${wordsFor(requirement)}`
  const limits = isLimit || isConstraintsFile(failed, line.path)
  return `${locationOf(line)} ${limits ? 'allows only' : 'asks for'} ${wordsFor(requirement)}`
}

function isConstraintsFile({ files }: FailedInstall, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return packageLines(files).some(({ text }) => /^(?:-c|--constraint)\b/.test(text) && text.endsWith(name))
}

/** Returns a clause for each package, which combines versions with the same requirement. */
function clausesFor(failed: FailedInstall, needs: Need[]): string[] {
  const ordered = needs.toSorted((one, other) => orderOf(failed, one.name) - orderOf(failed, other.name))
  return ordered.map(({ name, needs: needed }) => {
    const same = needs.filter((other) => other.name === name && other.needs === needed)
    const versions = [...new Set(same.map(({ version }) => version))]
    return `${subjectOf(failed, name, versions)} ${versions.length > 1 ? 'need' : 'needs'} ${wordsFor(needed)}`
  })
}
