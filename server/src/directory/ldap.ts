import { type Client, type Filter, ResultCodeError } from 'ldapts'
import { createSemaphore } from '../semaphore.ts'
import { barredBy, PasswordPolicy } from './bind-refusals.ts'
import { isTransient, onConnection, type Patience, refusesCredentials, sentenceOf } from './connection.ts'
import {
  Barred,
  type Directory,
  DirectoryAway,
  type DirectoryCredentials,
  WrongCredentials,
} from './directory.ts'
import type { DirectorySettings } from './directory-settings.ts'
import { bindNameOf, idWithoutDomain, oneFilter, personOf, searchedText, someFilter } from './names.ts'

const PATIENCE: Patience = { connect_ms: 2_000, whole_ms: 5_000 }
const CONNECTIONS = 10
const WAITING = 200
const MAX_FAILURES = 3
const REST_MS = 10_000
const MAX_PEOPLE = 50

/** A name for signing in to the directory, and its password. */
interface Bind {
  name: string
  password: string
}

/**
 * The directory over LDAP. Every call has its own connection, at most ten at a time, and follows no referral.
 * @param now the breaker's clock, in milliseconds that never decrease
 * @param patience shorter in tests that silence the directory, so that they need not wait
 */
export function createLdapDirectory(
  settings: DirectorySettings,
  { now = () => performance.now(), patience = PATIENCE }: { now?: () => number; patience?: Patience } = {},
): Directory {
  const throughBreaker = createBreaker(now)
  const withPermit = createSemaphore({
    at_once: CONNECTIONS,
    waiting: WAITING,
    refuse: () => {
      throw new DirectoryAway('Too many people are waiting for the directory.')
    },
  })

  async function ask<T>(work: (client: Client) => Promise<T>): Promise<T> {
    return onConnection(settings, patience, work).catch((error: Error) => {
      const isSaid = [WrongCredentials, DirectoryAway, Barred].some((kind) => error instanceof kind)
      if (isSaid) throw error
      throw new DirectoryAway(sentenceOf(error, settings), { cause: error })
    })
  }

  const askWithPermit = <T>(work: (client: Client) => Promise<T>) =>
    withPermit(() => throughBreaker(() => ask(work), isTransient))

  /** A refusal of the reader says nothing about the person who is looked up. */
  async function signInReader(client: Client): Promise<void> {
    if (!settings.reader) return
    await signIn(client, bindOf()).catch((error: Error) => {
      const refused = readerRefused(error)
      throw refused === null ? error : new DirectoryAway(refused, { cause: error.cause })
    })
  }

  function bindOf(credentials?: DirectoryCredentials): Bind {
    if (!credentials && settings.reader)
      return { name: settings.reader.dn, password: settings.reader.password }
    const name = credentials && bindNameOf(settings, idWithoutDomain(settings, credentials.login_id))
    if (!credentials || !name || !isPassword(credentials.login_pw)) throw new WrongCredentials()
    return { name, password: credentials.login_pw }
  }

  async function look(client: Client, filter: Filter, most: number) {
    const { attributes, search_dn } = settings
    const { searchEntries } = await client.search(search_dn, {
      scope: 'sub',
      filter,
      attributes: [...new Set(Object.values(attributes))],
      sizeLimit: most,
    })
    return searchEntries.slice(0, most)
  }

  /** The person with this ID, in the directory's spelling; null if two match. */
  async function lookForOne(client: Client, loginId: string) {
    const isSame = (username: string) => username.toLowerCase() === loginId.toLowerCase()
    const entries = await look(client, oneFilter(settings, loginId), 2)
    const people = entries.map((entry) => personOf(entry, settings.attributes, isSame))
    const [person] = people
    return people.length === 1 && person && isSame(person.username) ? person : null
  }

  async function lookForSome(client: Client, target: string) {
    const text = target.toLowerCase()
    const entries = await look(client, someFilter(settings, target), MAX_PEOPLE)
    return entries.flatMap(
      (entry) => personOf(entry, settings.attributes, (id) => id.toLowerCase().includes(text)) ?? [],
    )
  }

  return {
    describe: () => ({ url: settings.url, tls: settings.tls, reader: settings.reader !== null }),

    idOf: (typed) => idWithoutDomain(settings, typed),

    async verify(loginId, password) {
      const name = bindNameOf(settings, loginId)
      if (name === null || !isPassword(password)) return false
      return askWithPermit(async (client) => {
        await signIn(client, { name, password })
        await signInReader(client)
        return (await lookForOne(client, loginId)) !== null
      }).catch((error) => {
        if (error instanceof WrongCredentials) return false
        throw error
      })
    },

    async search(target, credentials) {
      const bind = bindOf(credentials)
      const text = searchedText(target)
      return askWithPermit(async (client) => {
        await signIn(client, bind)
        if (text === '') return []
        const exact = await lookForOne(client, text)
        const some = await lookForSome(client, text)
        const others = some.filter((person) => person.username !== exact?.username)
        return [...(exact ? [exact] : []), ...others].slice(0, MAX_PEOPLE)
      })
    },

    async find(loginId, credentials) {
      const bind = bindOf(credentials)
      return askWithPermit(async (client) => {
        await signIn(client, bind)
        return lookForOne(client, loginId)
      })
    },

    async health() {
      const { reader } = settings
      const knock = (client: Client) =>
        reader ? signIn(client, { name: reader.dn, password: reader.password }) : greet(client)
      return withPermit(() => ask(knock)).then(
        () => ({ reachable: true, detail: '' }),
        (error: Error) => ({
          reachable: false,
          detail: readerRefused(error) ?? error.message,
        }),
      )
    },
  }
}

const READER_REFUSED =
  'The directory refuses the reader: check PODIUM_LDAP_READER_DN and PODIUM_LDAP_READER_PASSWORD.'

/** The sentence about a refused reader, or null if that is not the error. */
function readerRefused(error: Error): string | null {
  if (error instanceof Barred) return `${READER_REFUSED} ${error.message}`
  return error instanceof WrongCredentials ? READER_REFUSED : null
}

/** Directories treat a name with an empty password as an anonymous bind, and accept it. */
function isPassword(text: string): boolean {
  return text.trim() !== '' && !text.includes('\0')
}

async function signIn(client: Client, { name, password }: Bind): Promise<void> {
  const policy = new PasswordPolicy()
  await client.bind(name, password, policy).catch((error: Error) => {
    const barred = barredBy(error, policy)
    if (barred) throw barred
    throw refusesCredentials(error) ? new WrongCredentials(undefined, { cause: error }) : error
  })
  const barred = barredBy(null, policy)
  if (barred) throw barred
}

/** Reads what every directory shows anonymously; a refusal of that is an answer too. */
async function greet(client: Client): Promise<void> {
  await client.search('', { scope: 'base', attributes: ['1.1'] }).catch((error: Error) => {
    if (!(error instanceof ResultCodeError)) throw error
  })
}

/**
 * Spares callers the wait for a directory that does not answer: after several failures in a row no call passes for a
 * while, then one at a time until it answers again.
 * @param now milliseconds that never decrease
 */
function createBreaker(now: () => number) {
  let failures = 0
  let restingSince = Number.NEGATIVE_INFINITY

  return async function throughBreaker<T>(
    work: () => Promise<T>,
    isFailure: (error: unknown) => boolean,
  ): Promise<T> {
    if (failures >= MAX_FAILURES) {
      if (now() - restingSince < REST_MS)
        throw new DirectoryAway('The directory did not answer recently. Podium tries again in a few seconds.')
      restingSince = now()
    }
    try {
      const answer = await work()
      failures = 0
      return answer
    } catch (error) {
      failures = isFailure(error) ? failures + 1 : 0
      if (failures >= MAX_FAILURES) restingSince = now()
      throw error
    }
  }
}
