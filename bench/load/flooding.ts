import autocannon from 'autocannon'

/** The message that starts the flood. It answers with the number of calls by status. */
export interface Flood {
  address: string
  connections: number
  /** the client's address, as the trusted proxy reports it */
  client: string
  ids: 'one' | 'many'
}

process.once('message', ({ address, connections, client, ids }: Flood) => {
  let sent = 0
  const flood = autocannon(
    {
      url: address,
      connections,
      duration: 600,
      timeout: 60,
      requests: [
        {
          method: 'POST',
          path: '/api/v1/auth/login',
          headers: { 'x-forwarded-for': client },
          setupRequest: (request) => {
            sent += 1
            const login_id = ids === 'one' ? 'victim' : `id-${sent}`
            return { ...request, body: JSON.stringify({ login_id, login_pw: `a wrong password ${sent}` }) }
          },
        },
      ],
    },
    (_error, result) =>
      process.send?.({
        answered: result.requests.total,
        statuses: result.statusCodeStats,
        lost: result.errors,
      }),
  )
  process.once('message', () => flood.stop())
  process.send?.('there')
})
