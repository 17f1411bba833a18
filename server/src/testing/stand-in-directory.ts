import { once } from 'node:events'
import { createServer } from 'node:net'
import { BerReader, BerWriter } from 'ldapts'
import { freePort } from '../../../scripts/free-ports.mjs'

const SEQUENCE = 0x30
const BIND_REQUEST = 0x60
const BIND_RESPONSE = 0x61
const SEARCH_REQUEST = 0x63
const SEARCH_ENTRY = 0x64
const SEARCH_DONE = 0x65
const SIMPLE = 0x80

/** The answer to a sign-in: the result code and its text. */
export interface BindAnswer {
  code: number
  text?: string
}

export interface StandInDirectory {
  /** the settings of a server that uses it like an Active Directory, without a reader */
  env: Record<string, string>
  /** the answer to this name and password */
  answer: (name: string, password: string) => BindAnswer
  stop(): Promise<void>
}

/** A directory on loopback that answers each sign-in as the test says, and finds the person `kim` in each search. */
export async function startStandInDirectory(): Promise<StandInDirectory> {
  const port = await freePort()
  const directory: StandInDirectory = {
    env: {
      PODIUM_LDAP_URL: `ldap://127.0.0.1:${port}`,
      PODIUM_LDAP_BASE_DN: 'dc=example,dc=org',
      PODIUM_LDAP_BIND_DN: '{login_id}@example.org',
      PODIUM_LDAP_FILTER: '(&(objectClass=user)(sAMAccountName={login_id}))',
    },
    answer: () => ({ code: 0 }),
    async stop() {
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      for (const answer of answersTo(data, directory)) socket.write(answer)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return directory
}

/** Each chunk is one request, because a client waits for the answer before the next. */
function answersTo(data: Buffer, directory: StandInDirectory): Buffer[] {
  const reader = new BerReader(data)
  reader.readSequence()
  const id = reader.readInt() ?? 0
  const kind = reader.readSequence()
  if (kind === SEARCH_REQUEST) return [entry(id), result(id, SEARCH_DONE, { code: 0 })]
  if (kind !== BIND_REQUEST) return []
  reader.readInt()
  const name = reader.readString() ?? ''
  const password = reader.readString(SIMPLE) ?? ''
  return [result(id, BIND_RESPONSE, directory.answer(name, password))]
}

function result(id: number, kind: number, { code, text = '' }: BindAnswer): Buffer {
  return message(id, (writer) => {
    writer.startSequence(kind)
    writer.writeEnumeration(code)
    writer.writeString('')
    writer.writeString(text)
    writer.endSequence()
  })
}

function entry(id: number): Buffer {
  return message(id, (writer) => {
    writer.startSequence(SEARCH_ENTRY)
    writer.writeString('cn=kim,dc=example,dc=org')
    writer.startSequence()
    writer.startSequence()
    writer.writeString('sAMAccountName')
    writer.startSequence(0x31)
    writer.writeString('kim')
    writer.endSequence()
    writer.endSequence()
    writer.endSequence()
    writer.endSequence()
  })
}

function message(id: number, write: (writer: BerWriter) => void): Buffer {
  const writer = new BerWriter()
  writer.startSequence(SEQUENCE)
  writer.writeInt(id)
  write(writer)
  writer.endSequence()
  return writer.buffer
}
