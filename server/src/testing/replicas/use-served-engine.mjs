import { register } from 'node:module'

// Loaded before server/src/main.ts, which is otherwise the one that people start: of all it imports only the engine is
// another one.
const standIn = new URL('./local-engine.ts', import.meta.url).href
register(
  `data:text/javascript,${encodeURIComponent(`
export const resolve = (specifier, context, next) =>
  specifier === '@podium/engines/local/local-engine.ts'
    ? next(${JSON.stringify(standIn)}, context)
    : next(specifier, context)
`)}`,
)
