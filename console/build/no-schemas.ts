import type { Plugin } from 'vite'
import * as zod from 'zod/mini'

/** The summary and the errors of a call, which only the OpenAPI document shows. */
const DOCUMENTED = /^ {2}(?:summary:\s+(?:'[^'\n]*'|"[^"\n]*")|errors: \[[^\]]*\]),\n/gm

/**
 * Leaves the contract's schemas and documentation out of the console, which reads only the address and types of a call.
 * The server validates, and zod would be a tenth of the login's script. Reading a schema here throws.
 */
export function noSchemas(): Plugin {
  const id = '\0no-schemas'
  return {
    name: 'no-schemas',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'pre',
    resolveId: (source) => (source === 'zod/mini' ? id : null),
    load: (loaded) => (loaded === id ? standIn(Object.keys(zod)) : null),
    transform: (code, path) =>
      /\/contract\/calls\/[^/]+\.ts$/.test(path) ? code.replace(DOCUMENTED, '') : null,
  }
}

function standIn(names: readonly string[]): string {
  const identifiers = names.filter((name) => /^[a-zA-Z_]\w*$/.test(name))
  return [
    'const read = (_, name) => {',
    "  if (name === 'check') return make",
    "  throw new Error('The console carries no schemas, so it cannot read ' + String(name) + ' of one.')",
    '}',
    'const make = () => schema',
    'const schema = new Proxy({}, { get: read })',
    ...identifiers.map((name) => `const make_${name} = make`),
    `export { ${identifiers.map((name) => `make_${name} as ${name}`).join(', ')} }`,
  ].join('\n')
}
