/** The rules for imports as patterns; docs/architecture.md gives the reasons. */

const isTest = (path: string) => /\.test\.tsx?$|\/testing\//.test(path)

/** The other packages that each package may import. */
const PACKAGES: Record<string, readonly string[]> = {
  contract: [],
  console: ['contract'],
  engines: ['contract'],
  storage: ['contract'],
  database: ['contract'],
  server: ['contract', 'database', 'engines', 'storage'],
  cli: ['contract'],
  e2e: ['contract', 'cli', 'scripts'],
  bench: ['contract', 'server', 'database', 'engines', 'storage', 'scripts', 'e2e'],
  scripts: [],
}

/** A domain may call those before it, never those after. Names in one entry do not call each other. */
const DOMAINS = [
  ['audit'],
  ['accounts'],
  ['directory'],
  ['workspaces'],
  ['notifications'],
  ['auth', 'objects', 'solutions', 'variables'],
  ['data-sets'],
  ['instances'],
  ['streams'],
  ['run-records'],
  ['logs'],
  ['figures'],
  ['run-files'],
  ['quotas'],
  ['runs'],
  ['run-loop'],
  ['models'],
  ['retention'],
  ['schedules'],
  ['access'],
  ['overview', 'search', 'system'],
]

/**
 * A feature imports the components of those before it. The pages of a workspace and of a run come after what their tabs
 * show.
 */
const FEATURES = [
  ['auth'],
  ['audit'],
  ['workspaces'],
  ['members', 'access', 'schedules', 'variables', 'webhooks', 'quotas'],
  ['storage'],
  ['workspace-page'],
  ['solutions'],
  ['runs'],
  ['run-files'],
  ['logs', 'figures', 'packages'],
  ['comparison', 'run-list', 'run-page'],
  ['data-sets'],
  ['models'],
  ['instances'],
  ['overview'],
  ['engine'],
  ['accounts'],
  ['profile'],
  ['reference'],
]

/**
 * The layers of a domain, bottom first. The end of a file's name is its layer, by default `service`. A file imports
 * its own layer and those below.
 */
const LAYERS = ['repository', 'reads', 'service', 'routes'] as const

function layerOf(file: string): (typeof LAYERS)[number] {
  return LAYERS.find((layer) => new RegExp(`(^|[/-])${layer}$`).test(file)) ?? 'service'
}

const rankOf = (order: string[][], name: string) => order.findIndex((entry) => entry.includes(name))

/** Returns why `from` must not import `to`, or null if it may. */
export function importProblem(from: string, to: string): string | null {
  const [fromPackage = ''] = from.split('/')
  const [toPackage = ''] = to.split('/')
  if (fromPackage !== toPackage && PACKAGES[fromPackage] && !PACKAGES[fromPackage].includes(toPackage)) {
    // A journey starts a directory or object store like other tests, in the folder for their databases.
    const isSharedByTests = fromPackage === 'e2e' && /^(server\/src|storage|database)\/testing\//.test(to)
    if (!isTest(from) && !isSharedByTests) return `${fromPackage} does not import ${toPackage}`
  }
  if (isTest(from)) return null
  if (fromPackage === 'server') return insideServer(from, to)
  if (fromPackage === 'console' && toPackage === 'console') return insideConsole(from, to)
  return null
}

const CONCRETE =
  /^(engines\/(local|slurm|kubernetes(?!\/(attempt|runner)-))\/|storage\/(directory|s3)|database\/embedded|server\/src\/directory\/ldap\.ts|server\/src\/identity-provider\/openid-connect\.ts|server\/src\/mail\/smtp\.ts)/

const NAMING = ['server/src/main.ts', 'server/src/start/open-engine.ts', 'server/src/start/kubernetes.ts']

function insideServer(from: string, to: string): string | null {
  if (CONCRETE.test(to) && !NAMING.includes(from))
    return 'only main.ts and what opens engines name a concrete adapter'
  if (isTest(to)) return 'the product does not import test code'
  const fromDomain = /^server\/src\/domains\/([^/]+)\/(.+)\.ts$/.exec(from)
  const toDomain = /^server\/src\/domains\/([^/]+)\/(.+)\.ts$/.exec(to)
  if (from.startsWith('server/src/http/') && toDomain) return 'http knows no domain'
  if (fromDomain && /^server\/src\/(app|main)\.ts$/.test(to)) return 'a domain does not import the app'
  if (from.startsWith('server/src/directory/') && toDomain) return 'the directory knows no domain'
  if (from.startsWith('server/src/identity-provider/') && toDomain) return 'the provider knows no domain'
  if (from.startsWith('server/src/mail/') && toDomain) return 'mail knows no domain'
  if (!fromDomain || !toDomain) return null
  const [fromLayer, toLayer] = [layerOf(fromDomain[2] ?? ''), layerOf(toDomain[2] ?? '')]
  if (fromDomain[1] !== toDomain[1]) {
    const ahead = rankOf(DOMAINS, toDomain[1] ?? '') < rankOf(DOMAINS, fromDomain[1] ?? '')
    if (!ahead) return `${fromDomain[1]} does not call ${toDomain[1]}: domains call leftwards`
    const isOpen = toLayer === 'service' || toLayer === 'reads'
    return isOpen ? null : `the ${toLayer} of ${toDomain[1]} is its own: call its service or reads`
  }
  return LAYERS.indexOf(toLayer) > LAYERS.indexOf(fromLayer) ? `${fromLayer} does not call ${toLayer}` : null
}

/** Outermost first. A part imports parts below it, and its own. */
const CONSOLE = [
  'main',
  'routes',
  'shell',
  'features',
  'record',
  'navigation',
  'session',
  'api',
  'ui',
  'format',
  'theme',
]

function insideConsole(from: string, to: string): string | null {
  const part = (path: string) => /^console\/src\/([a-z-]+)/.exec(path)?.[1] ?? ''
  const [fromPart, toPart] = [part(from), part(to)]
  if (fromPart === 'features' && toPart === 'features') return betweenFeatures(from, to)
  if (fromPart === 'format' && toPart !== 'format') return 'format stands alone'
  if (fromPart === 'ui' && !['ui', 'theme', 'format'].includes(toPart)) return 'the kit knows no domain'
  const [fromRank, toRank] = [CONSOLE.indexOf(fromPart), CONSOLE.indexOf(toPart)]
  return fromRank >= 0 && toRank >= 0 && toRank < fromRank ? `${fromPart} does not import ${toPart}` : null
}

function betweenFeatures(from: string, to: string): string | null {
  const name = (path: string) => /^console\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? ''
  if (name(from) === name(to)) return null
  if (rankOf(FEATURES, name(to)) >= rankOf(FEATURES, name(from)))
    return `${name(from)} does not import ${name(to)}`
  return to.includes('/components/')
    ? null
    : 'a feature imports the public components of another, nothing else'
}
