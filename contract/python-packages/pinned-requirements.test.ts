import { expect, test } from 'vitest'
import { pinnedRequirements, unpinnable } from './pinned-requirements.ts'

const one = (name: string, version: string, source: string | null = null) => {
  return { name, version, source, asked_by: [], size: 1 }
}

test('writes the options first, then each package', () => {
  const options = ['--extra-index-url https://packages.example/simple', '--find-links=./wheels']
  expect(pinnedRequirements([one('numpy', '2.2.2'), one('own', '1.0', './own')], options)).toBe(
    '--extra-index-url https://packages.example/simple\n--find-links=./wheels\nnumpy==2.2.2\n./own\n',
  )
})

test('names a package whose address has a password', () => {
  expect(unpinnable([one('a', '1'), one('b', '1', 'https://***@a.example/b.whl')])).toBe('b')
  expect(unpinnable([one('a', '1')])).toBeUndefined()
})
