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

/** Settings, over those of the repository. */
type Settings = readonly (readonly [key: string, value: string])[]

/** A repository may bring settings that start programs; these start none. */
const SAFE: Settings = [
  ['core.fsmonitor', ''],
  ['core.hooksPath', '/dev/null'],
  ['core.quotePath', 'false'],
  ['safe.bareRepository', 'explicit'],
]
const MAX_OUTPUT = 256 * 1024 * 1024

/** Returns what git prints; null without git, outside of a repository, or where git refuses to read it. */
async function git(folder: string, args: readonly string[], more: Settings = []): Promise<string | null> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  // A key may have a '=' in it, which `-c` would take as its end.
  const settings = [...SAFE, ...more]
  const given = settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ])
  const env = {
    ...Object.fromEntries([...inherited, ...given]),
    GIT_CONFIG_COUNT: String(settings.length),
    GIT_OPTIONAL_LOCKS: '0',
    LC_ALL: 'C',
  }
  return promisify(execFile)('git', args, { cwd: folder, env, maxBuffer: MAX_OUTPUT }).then(
    ({ stdout }) => stdout,
    () => null,
  )
}

/** Settings under which no filter runs that the repository itself defines, rather than the person. */
async function withoutOwnFilters(folder: string): Promise<Settings> {
  const listed = await git(folder, ['config', '--show-scope', '--null', '--get-regexp', '^filter\\.'])
  const parts = (listed ?? '').split('\0')
  return parts.flatMap((scope, at) => {
    const key = parts[at + 1]?.split('\n')[0]
    if (at % 2 === 1 || key === undefined || !['local', 'worktree'].includes(scope)) return []
    return [[key, key.endsWith('.required') ? 'false' : '']]
  })
}

/** The paths of the files that git tracks below the folder, which it keeps even where an ignore file names them. */
export async function trackedFiles(folder: string): Promise<Set<string>> {
  const listed = await git(folder, ['ls-files', '-z', '--cached'])
  return new Set(listed?.split('\0').filter((path) => path !== ''))
}

/** The files with ignore rules that lie outside of the working tree, the weakest first. */
export async function outerIgnoreFiles(top: string): Promise<string[]> {
  const [personal, own] = await Promise.all([
    git(top, ['config', '--type=path', '--get', 'core.excludesFile']),
    git(top, ['rev-parse', '--git-path', 'info/exclude']),
  ])
  const byDefault = join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'git', 'ignore')
  return [personal?.trimEnd() || byDefault, resolve(top, own?.trimEnd() || '.git/info/exclude')]
}

/**
 * The commit, the branch, and whether anything but the folder of Podium itself differs from the commit. Changes of files in
 * a submodule do not count: git would read them with filters that the submodule defines.
 */
export async function commitOf(folder: string): Promise<Commit> {
  const status = await git(
    folder,
    [
      ...['status', '--porcelain=v2', '--branch', '--ignore-submodules=dirty'],
      ...['--', '.', `:(exclude)${OWN_FOLDER}`],
    ],
    await withoutOwnFilters(folder),
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
  const address = (await git(folder, ['config', '--get', 'remote.origin.url']))?.trim()
  return /([^/:\\]+?)(?:\.git)?\/*$/.exec(address ?? '')?.[1] ?? null
}
