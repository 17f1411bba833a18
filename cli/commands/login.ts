import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { login, logout } from '@podium/contract/auth.ts'
import { call, sentenceOf } from '../client.ts'
import { connect, dropSession, hostConnection, keepSession, normal } from '../connection.ts'
import type { Options } from '../options.ts'
import { say } from '../said.ts'

/** Signs in and keeps the session; the password comes from the terminal or from standard input, never from an option. */
export async function runLogin(_: string[], options: Options): Promise<void> {
  const address = normal(
    options.server ?? process.env.PODIUM_URL ?? (await hostConnection())?.address ?? 'http://127.0.0.1:8080',
  )
  const { id, password } = await askFor(options.id)
  const response = await fetch(address + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login_id: id, login_pw: password }),
  }).catch(() => say(`The server at ${address} does not answer. Is it running?`))
  if (!response.ok) say(whyNot(await response.text(), response.status))
  const token = response.headers
    .getSetCookie()
    .flatMap((cookie) => /^access-token=([^;]+)/.exec(cookie)?.[1] ?? [])[0]
  if (!token) return say('The server sent no session. Is it Podium?')
  await keepSession(address, token)
  console.log(`Signed in to ${address} as ${id}.`)
}

/** Ends the kept session, on the server as well. */
export async function runLogout(_: string[], options: Options): Promise<void> {
  await call(await connect(options.server), logout)
  await dropSession()
  console.log('Signed out.')
}

function whyNot(body: string, status: number): string {
  if (status !== 401) return sentenceOf(body, status)
  return body.includes('USER.LOGIN.002')
    ? 'There have been more than 5 failed login attempts for this account. Please contact the admin.'
    : 'Invalid ID or PW'
}

/** From a pipe: the ID, where no option gave it, and the password, each on a line of its own. */
function readFrom(input: string, given: string | undefined): { id: string; password: string } {
  const lines = input.split('\n').map((line) => line.replace(/\r$/, ''))
  const id = given ?? lines.shift()
  const password = lines.shift()
  if (!id || !password)
    return say('Write the ID and the password to standard input, each on a line of its own.')
  return { id, password }
}

async function askFor(given: string | undefined): Promise<{ id: string; password: string }> {
  if (!process.stdin.isTTY) return readFrom(await text(process.stdin), given)
  let silent = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!silent) process.stderr.write(chunk)
      done()
    },
  })
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  try {
    const id = given ?? (await terminal.question('ID: '))
    const answer = terminal.question('Password: ')
    silent = true
    return { id, password: await answer }
  } finally {
    silent = false
    terminal.close()
    process.stderr.write('\n')
  }
}
