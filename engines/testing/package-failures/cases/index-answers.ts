import { type Answer, type FailureCase, PIPS } from '../failure-case.ts'
import { wheel } from '../package-files.ts'

const below = (prefix: string, answer: Answer) => (path: string) => (path.startsWith(prefix) ? answer : null)
const SIGN_IN =
  '<!DOCTYPE html><html><head><title>Sign in</title></head><body><form action="/login"></form></body></html>'

/** Returns indexes that refuse, do not answer, or answer with something else. */
export function indexCases(): FailureCase[] {
  const offers = [wheel('line_a', '1.0')]
  const one = (name: string, more: Partial<FailureCase>): FailureCase => ({
    name,
    files: { 'requirements.txt': 'line-a\n' },
    offers,
    ...more,
  })
  const answered = (status: number | null, kind: 'html' | 'json' | 'simple' | 'none', error?: string) => [
    {
      address: 'http://packages.example/simple',
      from: 'setting' as const,
      status,
      kind,
      ...(error ? { error } : {}),
    },
  ]
  const status = (code: number) => ({
    answers: below('/simple', { status: code, body: 'no' }),
    asked: answered(code, code === 404 ? 'html' : 'html'),
  })
  const inFile = (line: string) => ({ files: { 'requirements.txt': `# ours\n${line}\nline-a\n` } })
  return [
    one('index answers 401', status(401)),
    one('index answers 403', status(403)),
    one('index answers 404', { ...status(404), settings: { index_url: '{index}/simple/wrong' } }),
    one('index answers 407', status(407)),
    one('index answers 429', status(429)),
    one('index answers 500', status(500)),
    one('index answers 503', status(503)),
    one('index answers 401 to a user', {
      ...status(401),
      settings: { index_url: 'http://reader:secret-of-index@{index-host}/simple' },
      asked: [{ address: 'http://***@packages.example/simple', from: 'setting', status: 401, kind: 'html' }],
    }),
    one('index answers 401 to a token', {
      ...status(401),
      settings: { index_url: 'http://token-of-index@{index-host}/simple' },
      asked: [{ address: 'http://***@packages.example/simple', from: 'setting', status: 401, kind: 'html' }],
    }),
    one('index sends a sign-in page', {
      answers: below('/simple', { body: SIGN_IN }),
      asked: answered(200, 'html'),
    }),
    one('index sends to a sign-in page', {
      answers: (path) =>
        path.startsWith('/simple')
          ? { status: 302, headers: { location: '/login' } }
          : path === '/login'
            ? { body: SIGN_IN }
            : null,
      asked: answered(200, 'html'),
    }),
    one('index sends JSON of something else', {
      answers: below('/simple', { headers: { 'content-type': 'application/json' }, body: '{"ok": true}' }),
      asked: answered(200, 'json'),
    }),
    one('index sends a page of another type', {
      answers: below('/simple', { headers: { 'content-type': 'text/plain' }, body: 'hello' }),
      asked: answered(200, 'none'),
    }),
    one('index closes connections', {
      answers: below('/simple', { reset: true }),
      asked: answered(null, 'none', 'ECONNRESET'),
    }),
    one('index refuses connections', { settings: { index_url: '{closed}/simple' } }),
    one('index has a name that does not exist', {
      settings: { index_url: 'https://packages.invalid/simple' },
    }),
    one('index has a certificate of its own authority', { settings: { index_url: '{private}/simple' } }),
    one('index by https that speaks http', {
      settings: { index_url: 'https://localhost:{index-port}/simple' },
    }),
    one('index by http on another host', { settings: { index_url: 'http://packages.lan.invalid/simple' } }),
    one('address of an index without a scheme', { settings: { index_url: 'packages.example/simple' } }),
    one('extra index refuses connections', {
      settings: { extra_index_url: '{closed}/simple' },
      installers: ['uv'],
    }),
    one('index of requirements.txt refuses connections', {
      ...inFile('--index-url {closed}/simple'),
      installers: PIPS,
    }),
    one('short option of an index that refuses connections', {
      ...inFile('-i {closed}/simple'),
      installers: PIPS,
    }),
    one('index of requirements.txt with a token refuses connections', {
      ...inFile('--index-url http://token-of-file@{closed-host}/simple'),
      installers: PIPS,
    }),
    one('extra index of requirements.txt refuses connections', {
      ...inFile('--extra-index-url={closed}/simple'),
      installers: ['uv'],
    }),
    one('index of requirements.txt answers 401', {
      ...inFile('--index-url {index}/simple'),
      answers: below('/simple', { status: 401 }),
    }),
    one('index of requirements.txt answers 404', {
      ...inFile('--index-url {index}/other/deep'),
      settings: { index_url: '{extra}/simple' },
      installers: PIPS,
      answers: below('/other', { status: 404 }),
    }),
    one('index of an included file refuses connections', {
      installers: PIPS,
      files: {
        'requirements.txt': '-r base/base.txt\n',
        'base/base.txt': 'line-a\n--index-url {closed}/simple\n',
      },
    }),
    one('index of PIP_INDEX_URL refuses connections', {
      settings: { index_url: null },
      environment: { PIP_INDEX_URL: '{closed}/simple', UV_INDEX_URL: '{closed}/simple' },
    }),
    one('proxy refuses connections', {
      settings: { index_url: 'https://packages.invalid/simple' },
      environment: { HTTPS_PROXY: '{closed}', https_proxy: '{closed}' },
    }),
    one('proxy of pip.conf refuses connections', {
      settings: { index_url: 'https://packages.invalid/simple' },
      environment: { PIP_PROXY: '{closed}' },
      installers: PIPS,
    }),
    one('proxy asks for a password', {
      installers: PIPS,
      settings: { index_url: 'https://packages.invalid/simple' },
      environment: { HTTPS_PROXY: '{index}', https_proxy: '{index}' },
    }),
    one('proxy has a name that does not exist', {
      settings: { index_url: 'https://packages.invalid/simple' },
      environment: { HTTPS_PROXY: 'http://proxy.invalid:3128', https_proxy: 'http://proxy.invalid:3128' },
    }),
    one('folder of wheels is missing', {
      settings: { find_links: '/srv/wheels-none' },
      answers: below('/simple', { status: 404 }),
    }),
    one('page of wheels answers 404', {
      settings: { find_links: '{extra}/wheels/' },
      answers: below('/simple', { status: 404 }),
    }),
    one('folder of wheels of requirements.txt is missing', {
      ...inFile('--find-links wheels'),
      answers: below('/simple', { status: 404 }),
    }),
    one('index cuts a wheel', { answers: below('/files/line_a', { cut: 200 }) }),
    one('index cuts a wheel of unknown hash', {
      offers: [wheel('line_a', '1.0', [], { hash: '' })],
      answers: below('/files/line_a', { cut: 200 }),
    }),
    one('wheel answers 404', { answers: below('/files/line_a', { status: 404 }) }),
    one('wheel answers 403', { answers: below('/files/line_a', { status: 403 }) }),
    one('wheel answers 503', { answers: below('/files/line_a', { status: 503 }) }),
  ]
}
