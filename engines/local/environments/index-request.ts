import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestEncrypted } from 'node:https'
import type { Socket } from 'node:net'
import { connect } from 'node:tls'
import { plainName } from '@podium/contract/python-packages/package-name.ts'
import { type ProxySettings, proxyFor } from '@podium/contract/wire/proxy.ts'

const MAX_REDIRECTS = 3
const ACCEPT =
  'application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1'

export interface AskOptions {
  proxy: ProxySettings
  /** file of the trusted authorities (SSL_CERT_FILE); null: those of Node */
  authority: string | null
}

export interface IndexPage {
  answer: IncomingMessage
  /** target of a redirect to another host */
  elsewhere: URL | null
}

/**
 * Requests a package's page from an index of the server's settings in the same way as the installer, with the
 * credentials, the authority and the proxy. The caller destroys the answer.
 */
export async function requestPage(
  address: string,
  name: string,
  options: AskOptions,
  signal: AbortSignal,
): Promise<IndexPage> {
  const url = new URL(`${plainName(name)}/`, address.endsWith('/') ? address : `${address}/`)
  const answer = await follow(url, options, signal)
  return { answer, elsewhere: redirectOf(answer, url) }
}

/** Reads the first `most` bytes of an answer, and if there are more. */
export async function readBody(
  answer: IncomingMessage,
  most: number,
): Promise<{ text: string; isWhole: boolean }> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= most) break
  }
  return { text: Buffer.concat(chunks).subarray(0, most).toString(), isWhole: length < most }
}

/** Follows redirects on the same origin only, because the password must not go by http in clear text. */
async function follow(start: URL, options: AskOptions, signal: AbortSignal): Promise<IncomingMessage> {
  let url = start
  for (let redirects = 0; ; redirects++) {
    const answer = await ask(url, start, options, signal)
    const next = redirectOf(answer, url)
    if (next === null || next.origin !== start.origin || redirects === MAX_REDIRECTS) return answer
    answer.destroy()
    url = next
  }
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  const { location } = headers
  return statusCode >= 300 && statusCode < 400 && location ? new URL(location, from) : null
}

async function ask(
  url: URL,
  { username, password }: URL,
  { proxy, authority }: AskOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const headers = { accept: ACCEPT, host: url.host, ...authorization('authorization', username, password) }
  const ca = authority === null ? undefined : await readFile(authority)
  const through = proxyFor(url, proxy)
  if (through !== null && through.protocol !== 'http:')
    throw new Error(`the proxy ${through.host} is not asked by http, and no other way is known`)
  const target = new URL(url)
  target.username = target.password = ''
  if (through === null) {
    const request = url.protocol === 'https:' ? requestEncrypted : requestPlain
    return answerTo(request(target, { agent: false, headers, signal, ca }))
  }
  const ofProxy = authorization('proxy-authorization', through.username, through.password)
  const proxyAddress = {
    host: through.hostname.replace(/^\[|\]$/g, ''),
    port: through.port || 80,
    agent: false,
    signal,
  }
  if (url.protocol === 'http:')
    return answerTo(requestPlain({ ...proxyAddress, path: target.href, headers: { ...headers, ...ofProxy } }))
  const host = `${url.hostname}:${url.port || 443}`
  const tunnel = requestPlain({
    ...proxyAddress,
    method: 'CONNECT',
    path: host,
    headers: { host, ...ofProxy },
  })
  const connected = once(tunnel.end(), 'connect', { signal }) as Promise<[IncomingMessage, Socket]>
  const [answer, socket] = await connected
  if (answer.statusCode !== 200) {
    socket.destroy()
    throw new Error(`the proxy ${through.host} answers ${answer.statusCode}`)
  }
  const createConnection = () => connect({ socket, servername: url.hostname, ca })
  return answerTo(requestEncrypted(target, { headers, signal, createConnection }))
}

async function answerTo(request: ReturnType<typeof requestPlain>): Promise<IncomingMessage> {
  const [answer] = (await once(request.end(), 'response')) as [IncomingMessage]
  return answer
}

function authorization(header: string, username: string, password: string): Record<string, string> {
  if (username === '') return {}
  const plain = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { [header]: `Basic ${Buffer.from(plain).toString('base64')}` }
}
