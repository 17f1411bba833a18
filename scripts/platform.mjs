// Checks the platform. Written so that an old Node can parse it.

/** Returns a sentence if Podium does not support this Node or machine, else null. */
export function unsupportedReason() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    return `Podium needs Node 20.19 or newer; this is Node ${process.versions.node}.`
  const glibc =
    process.platform !== 'linux' || process.report.getReport().header.glibcVersionRuntime !== undefined
  const supported =
    (process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)) || process.platform === 'darwin'
  if (!supported || !glibc)
    return `Podium runs on Linux x64 and arm64 with glibc, and for development on macOS; this is ${process.platform} ${process.arch}${glibc ? '' : ' without glibc'}.`
  return null
}
