import pg from 'pg'

const { INT8, TIMESTAMPTZ } = pg.types.builtins
const UTC = '+00'
const WITHOUT_FRACTION = 'YYYY-MM-DD hh:mm:ss'.length

/**
 * Converts PostgreSQL's text of an instant to ISO-8601 UTC with milliseconds: '2026-11-20 09:31:00.12+00' becomes
 * '2026-11-20T09:31:00.120Z'. It cuts instead of parsing, because lists read thousands of them.
 */
export function isoInstant(text: string): string {
  if (!text.endsWith(UTC) || text.charAt(10) !== ' ') return new Date(text).toISOString()
  const fraction = text.slice(WITHOUT_FRACTION + 1, -UTC.length)
  return `${text.slice(0, 10)}T${text.slice(11, WITHOUT_FRACTION)}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (format !== 'binary') {
    if (oid === TIMESTAMPTZ) return isoInstant
    if (oid === INT8) return Number
  }
  return pg.types.getTypeParser(oid, format)
}

const valueTypes = { getTypeParser }

type Send = (query: unknown, ...rest: unknown[]) => unknown

/**
 * Makes every query of the client return instants as ISO text and int8 as numbers. Drizzle passes parsers of its own
 * with each query, which leave instants as PostgreSQL prints them, so they are replaced.
 */
export function readOurTypes(client: pg.ClientBase): void {
  const send = client.query.bind(client) as Send
  const sendWithOurTypes: Send = (query, ...rest) => {
    if (typeof query === 'object' && query !== null && 'text' in query) {
      return send(Object.assign(query, { types: valueTypes }), ...rest)
    }
    return send(typeof query === 'string' ? { text: query, types: valueTypes } : query, ...rest)
  }
  Object.assign(client, { query: sendWithOurTypes })
}
