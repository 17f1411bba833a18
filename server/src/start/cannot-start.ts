/** Ends a start with one sentence for the person who tried it, and no stack trace. */
export class CannotStart extends Error {}

/** @throws a sentence on systems that Podium does not support */
export function refuseUnsupported(): void {
  const { platform, arch } = process
  const header = platform === 'linux' ? glibcOf(process.report.getReport()) : 'none needed'
  const supported = platform === 'darwin' || (platform === 'linux' && ['x64', 'arm64'].includes(arch))
  if (supported && header !== null) return
  throw new CannotStart(
    `Podium runs on Linux x64 and arm64 with glibc, and for development on macOS; this is ${platform} ${arch}${header === null ? ' without glibc' : ''}.`,
  )
}

function glibcOf(report: object): string | null {
  const { header } = report as { header?: { glibcVersionRuntime?: string } }
  return header?.glibcVersionRuntime ?? null
}
