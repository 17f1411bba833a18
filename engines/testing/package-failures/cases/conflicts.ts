import type { FailureCase } from '../failure-case.ts'
import { wheel } from '../package-files.ts'

/** Returns packages that exclude each other. */
export function conflictCases(): FailureCase[] {
  const c = ['1.0', '1.5', '2.0', '3.0'].map((version) => wheel('c', version))
  const one = (name: string, text: string, more: Partial<FailureCase> = {}): FailureCase => ({
    name,
    files: { 'requirements.txt': text },
    ...more,
    offers: [...c, ...(more.offers ?? [])],
  })
  const a = wheel('a', '1.0', ['c<2'])
  const b = wheel('b', '2.0', ['c>=2'])
  return [
    one('two pins of one package', '# pins\nc==1.0\nc==2.0\n'),
    one('two ranges of one package', 'c<2\nc>=2\n'),
    one('two pins in two files', '-r base.txt\nc==1.0\n', {
      files: { 'requirements.txt': '-r base.txt\nc==1.0\n', 'base.txt': 'c==2.0\n' },
    }),
    one('a constraint excludes a pin', '-c limits.txt\nc==2.0\n', {
      files: { 'requirements.txt': '-c limits.txt\nc==2.0\n', 'limits.txt': 'c<2\n' },
    }),
    one('a constraint excludes a dependency', '-c limits.txt\nb==2.0\n', {
      files: { 'requirements.txt': '-c limits.txt\nb==2.0\n', 'limits.txt': 'c<2\n' },
      offers: [b],
    }),
    one('two packages exclude each other', 'a==1.0\nb==2.0\n', { offers: [a, b] }),
    one('two packages without versions exclude each other', 'a\nb\n', { offers: [a, b] }),
    one('three packages exclude each other', 'a==1.0\nb==2.0\nd==1.0\n', {
      offers: [a, b, wheel('d', '1.0', ['c==3.0'])],
    }),
    one('a pin excludes a dependency', 'torchline==2.1.0\ntorchline-vision==0.15.2\n', {
      offers: [
        wheel('torchline', '2.1.0'),
        wheel('torchline', '2.0.1'),
        wheel('torchline_vision', '0.15.2', ['torchline==2.0.1']),
      ],
    }),
    one('dependencies of dependencies exclude each other', 'x==1.0\ny==1.0\n', {
      offers: [a, b, wheel('x', '1.0', ['a']), wheel('y', '1.0', ['b'])],
    }),
    one('an extra excludes a pin', 'z[fast]==1.0\nc==1.0\n', {
      offers: [wheel('z', '1.0', ["c>=3; extra == 'fast'\nProvides-Extra: fast"])],
    }),
    one('a package of the source excludes a pin', './own\nc==1.0\n', {
      files: {
        'requirements.txt': './own\nc==1.0\n',
        'own/pyproject.toml':
          '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n[project]\nname = "own"\nversion = "1.0"\ndependencies = ["c>=2"]\n[tool.setuptools]\npy-modules = []\n',
      },
    }),
    one('several versions exclude a pin', 'many\nc==1.0\n', {
      offers: ['1.0', '1.1', '2.0'].map((version) => wheel('many', version, ['c>=2'])),
    }),
  ]
}
