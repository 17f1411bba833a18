import { basename } from 'node:path'
import { type FoundFile, folded, type LeftOut } from './find-files.ts'
import type { Commit } from './git.ts'
import type { Reason } from './kinds.ts'

const MAX_NAMES = 20
const MAX_LARGEST = 5

/** Folders that are there in every project and that nobody misses. */
const UNSAID = new Set(['.git', '.podium'])

const BECAUSE: Record<Exclude<Reason, 'secret'>, string> = {
  'made-again': 'caches and environments',
  result: 'results of earlier runs that git ignores',
  named: 'named in .podiumignore',
  link: 'links that lead nowhere or out of the folder: name a folder around both with --root',
  special: 'no files',
}

/** Says what stays here, each name once. */
export function leftOutSentences(leftOut: readonly LeftOut[]): string[] {
  const pathsOf = (reason: Reason) => leftOut.filter((one) => one.reason === reason).map(({ path }) => path)
  const groups = (Object.keys(BECAUSE) as (keyof typeof BECAUSE)[]).flatMap((reason) => {
    const paths = pathsOf(reason)
    const names = reason === 'made-again' ? paths.map((path) => basename(path)) : paths
    const said = [...new Set(names)].filter((name) => !UNSAID.has(name))
    return said.length === 0 ? [] : [`${folded(said, MAX_NAMES)} (${BECAUSE[reason]})`]
  })
  const secrets = pathsOf('secret')
  return [
    ...(groups.length > 0 ? [`Left out: ${groups.join('; ')}.`] : []),
    ...(secrets.length > 0 ? [secretsSentence(secrets)] : []),
  ]
}

/** Says that files stay here which may hold keys or passwords. */
export function secretsSentence(paths: readonly string[]): string {
  return `! ${folded(paths, MAX_NAMES)} ${paths.length === 1 ? 'stays' : 'stay'} here, because it may hold secrets. Give the program what it needs with --variable NAME=value, or as secrets of the workspace.`
}

/** ' from main@1a2b3c4 with changes', or '' without a commit. */
export function fromCommit({ commit, branch, is_dirty }: Commit): string {
  if (commit === undefined) return ''
  const short = commit.slice(0, 7)
  return ` from ${branch === undefined ? short : `${branch}@${short}`}${is_dirty ? ' with changes' : ''}`
}

/** Names the largest files of those that would be sent. */
export function sizeSentence(files: readonly FoundFile[], bytes: number): string {
  const largest = files.toSorted((a, b) => b.size - a.size).slice(0, MAX_LARGEST)
  const named = largest.map(({ path, size }) => `${path} (${sizeText(size)})`)
  const more = files.length - largest.length
  return `${sizeText(bytes)} would be sent for the first time: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}. Name what the program does not need in .podiumignore.`
}

export function sizeText(bytes: number): string {
  const mib = bytes / 1024 ** 2
  if (mib >= 1024) return `${(mib / 1024).toFixed(1)} GiB`
  return mib >= 1 ? `${mib.toFixed(0)} MiB` : `${Math.ceil(bytes / 1024)} KiB`
}
