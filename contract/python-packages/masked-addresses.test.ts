import { expect, test } from 'vitest'
import { maskAddresses } from './masked-addresses.ts'

test.each([
  ['Looking in indexes: https://copper:@packages.example/simple', 'https://***@packages.example/simple'],
  ['https://copper@packages.example/simple/', 'https://***@packages.example/simple/'],
  ['index-url=http://reader:co%40pper@127.0.0.1:8080/simple', 'http://***@127.0.0.1:8080/simple'],
  ['"https://reader:cop@per@packages.example"', '"https://***@packages.example"'],
  ['git+https://x-token:copper@git.example/line.git@v1', 'git+https://***@git.example/line.git@v1'],
  ['HTTPS://Reader:Copper@packages.example', 'HTTPS://***@packages.example'],
  [
    'https://a.example/a.whl?raw=1&private_token=copper#x',
    'https://a.example/a.whl?raw=1&private_token=***#x',
  ],
  ['Looking in links: https://a.example/?X-Amz-Signature=copper, b', '?X-Amz-Signature=***, b'],
  ["['https://a.example/simple?sig=cop%40per&v=1']", "?sig=***&v=1']"],
  ['(from https://a.example/a.whl?password=copper)', '?password=***)'],
  ['asks for `a @ https://a.example/a.whl?jwt=copper`.', '?jwt=***`.'],
])('masks %j', (text, shown) => {
  expect(maskAddresses(text)).toContain(shown)
  expect(maskAddresses(text)).not.toMatch(/copper|cop@|co%40/i)
})

test.each([
  'git+ssh://git@git.example/line.git',
  'https://packages.example/simple/@scope/line',
  'write to packages@example.org, see https://packages.example/help',
  'numpy @ https://packages.example/numpy.whl',
  'https://packages.example/a.whl?version=2&token=#x',
  'https://packages.example/a.whl?token=***, which is masked',
])('leaves %j as it is', (text) => {
  expect(maskAddresses(text)).toBe(text)
})

test.each(['a', '?token', '&', '=,', '?token='])('masks a long line of %j in no time', (part) => {
  const line = part.repeat((64 * 1024) / part.length)
  expect(maskAddresses(line).length).toBeLessThanOrEqual(line.length)
})
