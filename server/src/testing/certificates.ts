import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Writes an authority to `ca.pem`, and its certificate for loopback to `server.key` and `server.pem`. */
export async function makeCertificates(folder: string): Promise<void> {
  const make = (name: string, subject: string, ...more: string[]) =>
    run('openssl', [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.pem`), '-subj', subject],
      ...more,
    ])
  await make('ca', '/CN=Authority of the test')
  await make(
    ...(['server', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'] as const),
    ...(['-CA', join(folder, 'ca.pem'), '-CAkey', join(folder, 'ca.key')] as const),
  )
}
