import { expect, test } from 'vitest'
import { pathBeside } from './path-beside.ts'

test.each([
  ['report.md', 'plot.png', 'plot.png'],
  ['report.md', './plots/roc%20curve.png', 'plots/roc curve.png'],
  ['report/index.md', '../plots/roc.png', 'plots/roc.png'],
  ['report/index.md', 'roc.png?raw=true#top', 'report/roc.png'],
  ['a/b/c.md', '../../d.md', 'd.md'],
  ['a.md', '100%.png', '100%.png'],
])('resolves from %s the address %s to %s', (file, address, path) =>
  expect(pathBeside(file, address)).toBe(path),
)

test.each([
  '../secret.png',
  'a/../../b.png',
  '/absolute.png',
  '//host/a.png',
  'https://example.org/a.png',
  'javascript:alert(1)',
  'data:image/png;base64,x',
  '#part',
  '?q=1',
  '',
  '.',
])('resolves %j to no file', (address) => expect(pathBeside('report.md', address)).toBeNull())
