import type { FailedInstall } from './failed-install.ts'
import { premisesOfUv } from './needs.ts'
import { lineWith, locationOf } from './package-lines.ts'
import { clauseFor } from './versions.ts'

/** Explains a package or project for another Python than the environment's. */
export function otherPython(failed: FailedInstall): string | null {
  const found = failed.tool === 'pip' ? foundByPip(failed) : foundByUv(failed)
  if (found === null) return null
  const { requirement, needs } = found
  const project = lineWith(failed, 'requires-python')
  if (requirement === null)
    return `${project ? locationOf(project) : 'The project'} asks for Python ${needs}, and the environment has ${failed.python}: change \`requires-python\`, or ask an administrator for that Python.`
  return `${clauseFor(failed, requirement)}, which is for Python ${needs}, and the environment has ${failed.python}: name another version, or ask for another Python by \`requires-python\` in pyproject.toml.`
}

/** A null requirement means the project itself. */
type Found = { requirement: string | null; needs: string }

function foundByPip({ output, files }: FailedInstall): Found | null {
  const own = /Package '([^'\n]+)' requires a different Python: \S+ not in '([^'\n]+)'/.exec(output)
  if (own) return { requirement: isProject(files, own[1] ?? '') ? null : (own[1] ?? ''), needs: own[2] ?? '' }
  const ignored = /Ignored the following versions that require a different python version: ([^\n]+)/.exec(
    output,
  )?.[1]
  const requirement = /Could not find a version that satisfies the requirement ([^\n(]+?) \(/.exec(
    output,
  )?.[1]
  const needs = ignored && /Requires-Python ([^;\n]+)/.exec(ignored)?.[1]
  if (!ignored || !requirement || !needs) return null
  const exact = /==([^\s,;]+)/.exec(requirement)?.[1]
  if (exact !== undefined) {
    const ofVersion = new RegExp(`(?:^|; ?)${exact.replaceAll('.', '\\.')} Requires-Python ([^;\\n]+)`).exec(
      ignored,
    )?.[1]
    return ofVersion === undefined ? null : { requirement: requirement, needs: ofVersion.trim() }
  }
  return { requirement: requirement, needs: needs.trim() }
}

function foundByUv({ output, files }: FailedInstall): Found | null {
  const found =
    /the current Python version \([^)]*\) does not satisfy Python[^\s]* and (?:all versions of )?(\S+?),? depends? on Python([^\s,]+(?:,[<>=!]\S+?)*)(?=[,\s])/.exec(
      premisesOfUv(output),
    )
  if (!found) return null
  const [, subject = '', needs = ''] = found
  const name = /^[\w.-]+/.exec(subject)?.[0] ?? ''
  return { requirement: isProject(files, name) ? null : subject, needs }
}

function isProject(files: FailedInstall['files'], name: string): boolean {
  return new RegExp(`^name\\s*=\\s*["']${name.replaceAll('.', '\\.')}["']`, 'm').test(
    files['pyproject.toml'] ?? '',
  )
}
