import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Answer, Offer } from './failure-case.ts'

export interface CaseIndex {
  port: number
  close(): Promise<void>
}

/**
 * Starts an index on loopback that offers the files below /simple/ and answers as the case says.
 * @param certificate for an index with TLS
 */
export async function startCaseIndex(
  offers: Offer[],
  answers: (path: string) => Answer | null = () => null,
  certificate?: { key: string; cert: string },
): Promise<CaseIndex> {
  const listener: RequestListener = (request, response) => {
    const path = request.url ?? ''
    const answer = answers(path)
    if (answer?.reset) return void response.socket?.resetAndDestroy()
    if (answer && answer.cut === undefined) {
      response.writeHead(answer.status ?? 200, { 'content-type': 'text/html', ...answer.headers })
      return void response.end(answer.body ?? '')
    }
    const [, place, name = ''] = path.split('/')
    if (place === 'files') sendFile(offers, name, answer?.cut, response)
    else sendPage(offers, name, response)
  }
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function sendFile(offers: Offer[], name: string, cut: number | undefined, response: ServerResponse): void {
  const content = offers.find(({ file }) => file === name)?.content
  response.writeHead(content ? 200 : 404, { 'content-length': content?.length ?? 0 })
  if (content === undefined || cut === undefined) return void response.end(content)
  response.write(content.subarray(0, cut), () => response.socket?.destroy())
}

function sendPage(offers: Offer[], name: string, response: ServerResponse): void {
  const own = offers.filter(({ file }) => projectOf(file) === name)
  response.writeHead(own.length === 0 ? 404 : 200, { 'content-type': 'text/html' })
  response.end(`<!DOCTYPE html><html><body>${own.map(linkOf).join('\n')}</body></html>`)
}

function linkOf({ file, content, hash, python, yanked }: Offer): string {
  const sum = hash ?? createHash('sha256').update(content).digest('hex')
  const attributes = [
    ['data-requires-python', python],
    ['data-yanked', yanked],
  ].flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${value.replace('>', '&gt;')}"`]))
  return `<a href="/files/${file}${sum === '' ? '' : `#sha256=${sum}`}"${attributes.join('')}>${file}</a>`
}

function projectOf(file: string): string {
  return (file.split(/-\d/)[0] ?? '').replaceAll('_', '-').toLowerCase()
}
