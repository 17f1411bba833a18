import { login as beginSession, logout as endSession, readSession } from '@podium/contract/calls/auth.ts'
import { messages } from '@podium/contract/rules/rules.ts'
import { answerOf } from '@podium/contract/wire/answer.ts'
import { fail } from '../cli-error.ts'
import { call, unanswered } from '../client.ts'
import { command } from '../command.ts'
import {
  addressOfServer,
  dropSession,
  isAccessToken,
  keepSession,
  readSavedSession,
  signedIn,
} from '../connection.ts'
import { fetchThroughProxy } from '../fetch.ts'
import { print } from '../print.ts'
import { openQuestions, type Questions } from '../questions.ts'
import { sentenceOf } from '../sentence-of.ts'

const NEEDED = 'Write the ID and the password to standard input, each on a line of its own.'
const CODE_NEEDED = 'This account has a second factor. Write its code to standard input, below the password.'
const TOKEN_NEEDED = 'Write the access token to standard input.'

/** Signs in and stores the session. Secrets come from the terminal or standard input, never from an option. */
export const login = command({
  name: 'login',
  about: 'sign in; the session is kept for the next commands, or with --token an access token',
  options: {
    id: { value: 'ID', help: 'the ID to sign in with; asks for it if left out' },
    token: { help: 'keep an access token for the next commands instead' },
  },
  async run({ options }) {
    const address = await addressOfServer(options.server)
    const questions = await openQuestions()
    try {
      if (options.token) await keepToken(address, questions)
      else await signIn(address, options.id, questions)
    } finally {
      questions.close()
    }
  },
})

async function signIn(address: string, requestedId: string | undefined, questions: Questions): Promise<void> {
  const login_id = requestedId ?? (await questions.ask('ID: ', NEEDED))
  const login_pw = await questions.askSilently('Password: ', NEEDED)
  let response = await post(address, { login_id, login_pw })
  let body = await textOf(address, response)
  if (asksForCode(response, body)) {
    const otp = await questions.ask('One-time code: ', CODE_NEEDED)
    response = await post(address, { login_id, login_pw, otp })
    body = await textOf(address, response)
  }
  if (!response.ok) fail(refusalIn(response, body))
  const token = response.headers
    .getSetCookie()
    .flatMap((cookie) => /^access-token=([^;]+)/.exec(cookie)?.[1] ?? [])[0]
  if (!token) return fail(sentenceOf({ status: response.status, headers: response.headers, body }))
  await keepSession(address, token)
  print(`Signed in to ${address} as ${login_id}.`)
}

/** Stores an access token once the server has accepted it. */
async function keepToken(address: string, questions: Questions): Promise<void> {
  const token = (await questions.askSilently('Access token: ', TOKEN_NEEDED)).trim()
  if (!isAccessToken(token)) fail('This is not an access token: they begin with podium_.')
  const { username } = await call(signedIn(address, token), readSession)
  await keepSession(address, token)
  print(`The next commands use this access token at ${address}, as ${username}.`)
}

/** Removes the stored sign-in. A session is also ended on the server. */
export const logout = command({
  name: 'logout',
  about: 'sign out',
  async run({ connect }) {
    const saved = await readSavedSession()
    if (saved && isAccessToken(saved.token)) {
      await dropSession()
      return print(
        'The access token is removed from this machine. It stays valid until it expires or is revoked.',
      )
    }
    await call(await connect(), endSession)
    await dropSession()
    print('Signed out.')
  },
})

async function post(address: string, body: object): Promise<Response> {
  return fetchThroughProxy(address + beginSession.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
  }).catch((error) => unanswered(address, error))
}

function textOf(address: string, response: Response): Promise<string> {
  return response.text().catch((error) => unanswered(address, error))
}

function asksForCode(response: Response, body: string): boolean {
  return response.status === 401 && body.includes('"otp_required":true')
}

function refusalIn({ status, headers }: Response, body: string): string {
  const reply = { status, headers, body }
  if (status !== 401 || !answerOf(reply).isPodiums) return sentenceOf(reply)
  if (body.includes('USER.LOGIN.006')) return messages.login_change_in_directory
  if (body.includes('USER.LOGIN.005'))
    return 'An administrator locked this account. Please contact the admin.'
  return body.includes('USER.LOGIN.002')
    ? 'There have been more than 5 failed login attempts for this account. Please contact the admin.'
    : 'Invalid ID or PW'
}
