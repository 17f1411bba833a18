// @module-tag python
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createMask } from './mask.ts'
import { createMasker } from './masked-bytes.ts'

const PROGRAM = new URL('testing/printed-forms.py', import.meta.url).pathname
/** Maximum characters around a secret in its forms: names, and the ends of base64, which depend on adjacent bytes. */
const AROUND = 32

test.each([
  'Wärmepumpe-Gül9',
  'kx/7Tq+mw4pl@z==',
  `it's "Grün" & <b>/~*!`,
  'pa$s,wo`r d#\\n(1)',
  '비밀-열쇠-2026 😀x',
])('masks %j in 39 forms that Python, shells, Node, Go, PHP and Java print', async (secret) => {
  const printed = execFileSync('python3', [PROGRAM, secret, process.execPath], {
    encoding: 'utf8',
    // On a socket, bash believes that it is a remote shell and reads the user's settings.
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const forms = Object.entries(JSON.parse(printed) as Record<string, string>)
  const mask = await createMask([secret])
  if (!mask) throw new Error('nothing is masked')
  const shown = forms.map(([name, form]) => {
    const masker = createMasker(mask)
    const out = Buffer.concat([masker.take(Buffer.from(form)), masker.rest()]).toString()
    return { name, form, left: out.replaceAll('*', '') }
  })
  expect(forms).toHaveLength(39)
  const told = shown.filter(({ form, left }) => left.length > Math.min(AROUND, form.length - 8))
  expect(told).toEqual([])
})
