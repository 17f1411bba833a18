import type { FailedInstall } from './failed-install.ts'

export interface BuildLog {
  /** the package, as the tool names it; '' if it does not */
  package: string
  /** the output of its build */
  text: string
}

/** Returns the output of the failed build, or null if none failed. */
export function buildLog({ tool, output }: FailedInstall): BuildLog | null {
  return tool === 'uv' ? logOfUv(output) : logOfPip(output)
}

function logOfPip(output: string): BuildLog | null {
  const failed =
    /error: (?:subprocess-exited-with-error|backend-unavailable)|does not appear to be a Python project|Failed building wheel for|Failed to build|BackendUnavailable|TOMLDecodeError/.exec(
      output,
    )
  if (!failed) return null
  const named =
    /^ERROR: ([A-Za-z0-9][\w.-]*) from \S+ .*does not appear to be a Python project/m.exec(output)?.[1] ??
    /(?:Failed building wheel for|Failed to build) '?(?!file:|installable)([A-Za-z0-9][\w.-]*)/.exec(
      output,
    )?.[1] ??
    [...output.slice(0, failed.index).matchAll(/^ *(?:Collecting|Processing) ([^\s(]+)/gm)].at(-1)?.[1] ??
    ''
  const text = output.slice(failed.index).split('[end of output]')[0] ?? ''
  return { package: named, text: text.replace(/^[\s\S]*?╰─> \[\d+ lines? of output\]\n/, '') }
}

function logOfUv(output: string): BuildLog | null {
  const failed =
    /Failed to (?:download and )?build `([^`\s@=]+)|([\w.-]+)==\S+ has invalid metadata|Failed to parse metadata from built wheel|does not appear to be a Python project/.exec(
      output,
    )
  if (!failed) return null
  const text = output.slice(failed.index).replace(/\n+hint:[\s\S]*$/, '\n')
  return {
    package: failed[1] ?? failed[2] ?? '',
    text: failed[1] === undefined ? text : text.replace(/^.*\n/, ''),
  }
}
