import { get } from 'node:http'

/** The message that starts the load. */
export interface Followers {
  /** the address of the event stream */
  url: string
  /** tokens of different sessions, because a session may have twenty streams */
  tokens: string[]
  count: number
}

/** Opens that many followers of a log. Returns how long each line took from being written to being read, in ms. */
process.once('message', ({ url, tokens, count }: Followers) => {
  const delays: number[] = []
  let there = 0
  for (let at = 0; at < count; at += 1) {
    const headers = { cookie: `access-token=${tokens[at % tokens.length]}`, accept: 'text/event-stream' }
    get(url, { headers, agent: false }, (answer) => {
      if (answer.statusCode !== 200) throw new Error(`A follower was answered ${answer.statusCode}.`)
      there += 1
      if (there === count) process.send?.('there')
      answer.setEncoding('utf8').on('data', (text: string) => {
        const now = Date.now()
        for (const [, written] of text.matchAll(/written (\d+) /g)) delays.push(now - Number(written))
      })
    })
  }
  process.once('message', () => process.send?.(delays))
})
