import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export interface SourceFile {
  path: string
  lines: number
  imports: string[]
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'"]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s*['"]([^'"]+)['"]/g

/** Returns every TypeScript file of the checkout, tracked or new, with the own files that it imports. */
export function readSourceFiles(root: string): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
  return [...new Set(listed.split('\n'))].filter(Boolean).flatMap((path) => {
    const text = readIfThere(join(root, path))
    return text === null ? [] : [{ path, lines: text.split('\n').length - 1, imports: importsOf(path, text) }]
  })
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function importsOf(path: string, text: string): string[] {
  const named = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
  return named.flatMap((name) => {
    if (name.startsWith('.')) return [normalize(join(dirname(path), name))]
    const ours = /^@podium\/([a-z0-9-]+)\/(.+)$/.exec(name)
    if (!ours) return []
    return [ours[1] === 'server' ? `server/src/${ours[2]}` : `${ours[1]}/${ours[2]}`]
  })
}

/** Returns the first import cycle as a list of files, or null. */
export function findCycle(files: SourceFile[]): string[] | null {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const done = new Set<string>()
  const trail: string[] = []
  const visit = (path: string): string[] | null => {
    if (done.has(path)) return null
    const at = trail.indexOf(path)
    if (at >= 0) return [...trail.slice(at), path]
    trail.push(path)
    for (const next of byPath.get(path)?.imports ?? []) {
      const cycle = byPath.has(next) ? visit(next) : null
      if (cycle) return cycle
    }
    trail.pop()
    done.add(path)
    return null
  }
  for (const file of files) {
    const cycle = visit(file.path)
    if (cycle) return cycle
  }
  return null
}
