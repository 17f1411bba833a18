import { expect, test } from 'vitest'
import { fetchReason } from './fetch-reason.ts'

/** Outputs of uv 0.13. */
test.each([
  [
    `error: Failed to install cpython-3.12.16-linux-x86_64-gnu
  cause: Failed to download \`http://reader:****@127.0.0.1/gone/cpython-3.12.16.tar.gz\`
  cause: HTTP status client error (404 Not Found) for url (http://127.0.0.1/gone/cpython-3.12.16.tar.gz)`,
    'http://***@127.0.0.1/gone/cpython-3.12.16.tar.gz: HTTP status client error (404 Not Found).',
  ],
  [
    `error: Failed to install cpython-3.12.16-linux-x86_64-gnu
  cause: Request failed after 1 retry in 1.5s
  cause: Failed to download \`http://127.0.0.1:9/cpython-3.12.16.tar.gz\`
  cause: error sending request for url (http://127.0.0.1:9/cpython-3.12.16.tar.gz)
  cause: client error (Connect)
  cause: tcp connect error
  cause: Connection refused (os error 111)`,
    'http://127.0.0.1:9/cpython-3.12.16.tar.gz: Connection refused (os error 111).',
  ],
  [
    `error: Failed to install cpython-3.12.16-linux-x86_64-gnu
  cause: Failed to extract archive: cpython-3.12.16-install_only_stripped.tar.gz
  cause: Invalid gzip header`,
    'Invalid gzip header.',
  ],
  ['error: No download found for request: cpython->=3.99-linux-x86_64-gnu', 'uv knows of no such Python.'],
])('names the address and the root cause of %j', (stderr, reason) => {
  expect(fetchReason({ stderr, killed: false }, 20)).toBe(reason)
})

test('says that a download took too long', () => {
  expect(fetchReason({ stderr: '', killed: true }, 20)).toBe(
    'it took longer than 20 minutes (PODIUM_PYTHON_INSTALL_MINUTES).',
  )
})
