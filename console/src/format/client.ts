type Named = readonly [name: string, pattern: RegExp]

/** Browsers that also name another browser in their user agent come first. */
const BROWSERS: readonly Named[] = [
  ['Edge', /Edg(?:A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Samsung Internet', /SamsungBrowser\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+)\S* .*Safari\//],
]
const SYSTEMS: readonly Named[] = [
  ['Windows', /Windows/],
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['macOS', /Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux|X11/],
]
const KINDS = { browser: 'A browser', program: 'A program' } as const

/** Names a client for people: 'Firefox 145 on Linux', 'curl 8.5.0'. Unknown user agents are returned unchanged. */
export function clientWords(userAgent: string, kind: keyof typeof KINDS): string {
  const [browser, version] = named(BROWSERS, userAgent)
  if (browser !== undefined) {
    const [system] = named(SYSTEMS, userAgent)
    return system === undefined ? `${browser} ${version}` : `${browser} ${version} on ${system}`
  }
  const program = /^([\w.-]+)\/(\d[\w.-]*)/.exec(userAgent)
  if (program) return `${program[1]} ${program[2]}`
  return userAgent === '' ? KINDS[kind] : userAgent
}

function named(names: readonly Named[], userAgent: string): [name?: string, version?: string] {
  for (const [name, pattern] of names) {
    const found = pattern.exec(userAgent)
    if (found) return [name, found[1] ?? '']
  }
  return []
}
