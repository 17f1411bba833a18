import { expect, test } from 'vitest'
import { maskAddresses } from './masked-addresses.ts'

test.each([
  ['Looking in indexes: https://copper:@packages.example/simple', 'https://***@packages.example/simple'],
  ['https://copper@packages.example/simple/', 'https://***@packages.example/simple/'],
  ['index-url=http://reader:co%40pper@127.0.0.1:8080/simple', 'http://***@127.0.0.1:8080/simple'],
  ['"https://reader:cop@per@packages.example"', '"https://***@packages.example"'],
  ['git+https://x-token:copper@git.example/line.git@v1', 'git+https://***@git.example/line.git@v1'],
  ['HTTPS://Reader:Copper@packages.example', 'HTTPS://***@packages.example'],
])('masks %j', (text, shown) => {
  expect(maskAddresses(text)).toContain(shown)
  expect(maskAddresses(text)).not.toMatch(/copper|cop@|co%40/i)
})

test.each([
  'git+ssh://git@git.example/line.git',
  'https://packages.example/simple/@scope/line',
  'write to packages@example.org, see https://packages.example/help',
  'numpy @ https://packages.example/numpy.whl',
])('leaves %j as it is', (text) => {
  expect(maskAddresses(text)).toBe(text)
})

test('a long line without an address takes no time', () => {
  const line = 'a'.repeat(64 * 1024)
  expect(maskAddresses(line)).toBe(line)
})
