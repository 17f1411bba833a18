import { execFile } from 'node:child_process'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { OWN_FOLDER } from '@podium/contract/rules/left-behind.ts'

/** The state of a working tree, as a version of a solution names it. */
export interface Commit {
  /** the full hash */
  commit?: string
  branch?: string
  is_dirty?: boolean
}

/** A repository may bring settings that start programs; these start none. */
const SAFE = ['-c', 'core.fsmonitor=', '-c', 'core.hooksPath=/dev/null', '-c', 'core.quotePath=false']
const MAX_OUTPUT = 256 * 1024 * 1024

/** Returns what git prints; null without git, outside of a repository, or where git refuses to read it. */
async function git(folder: string, ...args: string[]): Promise<string | null> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  const env = { ...Object.fromEntries(inherited), GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' }
  const options = { cwd: folder, env, maxBuffer: MAX_OUTPUT }
  return promisify(execFile)('git', [...SAFE, ...args], options).then(
    ({ stdout }) => stdout,
    () => null,
  )
}

/** The paths of the files that git tracks below the folder, which it keeps even where an ignore file names them. */
export async function trackedFiles(folder: string): Promise<Set<string>> {
  const listed = await git(folder, 'ls-files', '-z', '--cached')
  return new Set(listed?.split('\0').filter((path) => path !== ''))
}

/** The files with ignore rules that lie outside of the working tree, the weakest first. */
export async function outerIgnoreFiles(top: string): Promise<string[]> {
  const [personal, own] = await Promise.all([
    git(top, 'config', '--type=path', '--get', 'core.excludesFile'),
    git(top, 'rev-parse', '--git-path', 'info/exclude'),
  ])
  const byDefault = join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'git', 'ignore')
  return [personal?.trimEnd() || byDefault, resolve(top, own?.trimEnd() || '.git/info/exclude')]
}

/** The commit, the branch, and whether anything but the folder of Podium itself differs from the commit. */
export async function commitOf(folder: string): Promise<Commit> {
  const status = await git(
    folder,
    ...['status', '--porcelain=v2', '--branch', '--ignore-submodules=none'],
    ...['--', '.', `:(exclude)${OWN_FOLDER}`],
  )
  if (status === null) return {}
  const lines = status.split('\n').filter((line) => line !== '')
  const header = (name: string) =>
    lines.find((line) => line.startsWith(`# branch.${name} `))?.slice(`# branch.${name} `.length)
  const commit = header('oid')
  const branch = header('head')
  return {
    ...(commit && commit !== '(initial)' && { commit }),
    ...(branch && branch !== '(detached)' && { branch }),
    is_dirty: lines.some((line) => !line.startsWith('#')),
  }
}

/** The last part of the address of the remote 'origin', without `.git`; null without one. */
export async function remoteName(folder: string): Promise<string | null> {
  const address = (await git(folder, 'config', '--get', 'remote.origin.url'))?.trim()
  return /([^/:\\]+?)(?:\.git)?\/*$/.exec(address ?? '')?.[1] ?? null
}
