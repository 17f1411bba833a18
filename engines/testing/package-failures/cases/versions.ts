import { casesWith, type FailureCase, PIPS } from '../failure-case.ts'
import { foreignWheel, wheel } from '../package-files.ts'

/** Returns names and versions that the index lacks, or lacks for this Python and machine. */
export function versionCases(): FailureCase[] {
  const one = casesWith()
  const there = {
    asked: [{ address: 'http://packages.example/simple', from: 'setting', status: 200, kind: 'simple' }],
  } satisfies Partial<FailureCase>
  const versions = ['1.0', '1.1', '2.0'].map((version) => wheel('line_a', version))
  return [
    one('name that does not exist', '# ours\n\nline-none\n'),
    one('name with an extra that does not exist', 'line-none[fast]>=1\n'),
    one('name of a module of Python', 'sqlite3\n'),
    one('version that does not exist', 'line-a==9.9\n', { offers: versions }),
    one('range without a version', 'line-a>=3,<4\n', { offers: versions }),
    one('compatible release without a version', 'line-a~=1.5\n', { offers: versions }),
    one('local version without its index', 'line-a==2.0+cpu\n', { offers: versions }),
    one('only a version before a release', 'line-a\nline-b>=2\n', {
      offers: [...versions, wheel('line_b', '2.0rc1'), wheel('line_b', '1.0')],
    }),
    one('version in an included file', '-r requirements/train.txt\n', {
      files: {
        'requirements.txt': '-r requirements/train.txt\n',
        'requirements/train.txt': '# train\n\nline-a==9.9\n',
      },
      offers: versions,
    }),
    one('version of a constraint', '-c constraints.txt\nline-a\n', {
      files: { 'requirements.txt': '-c constraints.txt\nline-a\n', 'constraints.txt': 'line-a==9.9\n' },
      offers: versions,
    }),
    one('version of pyproject.toml', '', {
      files: {
        'pyproject.toml':
          '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n[project]\nname = "own"\nversion = "1.0"\ndependencies = [\n  "line-a==9.9",\n]\n[tool.setuptools]\npy-modules = []\n',
      },
      asks: ['.'],
      offers: versions,
    }),
    one('several impossible names', 'line-a\nline-none\nline-void\nline-gone==2\n', {
      offers: [...versions, wheel('line_gone', '1.0')],
    }),
    one('version for a newer Python', 'line-a==3.0\n', {
      offers: [...versions, wheel('line_a', '3.0', [], { python: '>=3.99' })],
    }),
    one('all versions for a newer Python', 'line-b\n', {
      offers: [wheel('line_b', '3.0', [], { python: '>=3.99' })],
    }),
    one('version for an older Python', 'line-b==0.5\n', {
      offers: [wheel('line_b', '0.5', [], { python: '<3.9' })],
      installers: PIPS,
    }),
    one('dependency for a newer Python', 'line-c\n', {
      offers: [wheel('line_c', '1.0', ['line-b']), wheel('line_b', '3.0', [], { python: '>=3.99' })],
    }),
    one('wheels of another system', 'line-b\n', {
      ...there,
      offers: [foreignWheel('line_b', '1.0', 'cp311-cp311-win_amd64')],
    }),
    one('wheels of another Python', 'line-b==1.0\n', {
      ...there,
      offers: [foreignWheel('line_b', '1.0', 'cp27-cp27m-manylinux1_x86_64')],
    }),
    one('only wheels', '--only-binary=:all:\nline-b\n', {
      ...there,
      offers: [{ file: 'line_b-1.0.tar.gz', content: Buffer.from('') }],
    }),
    one('withdrawn version by range', 'line-b>=1\n', {
      offers: [wheel('line_b', '1.0', [], { yanked: 'wrong data' })],
    }),
    one('dependency that does not exist', '# first\nneeds-gone\n', {
      offers: [wheel('needs_gone', '1.0', ['gone-line'])],
    }),
    one('version of a dependency that does not exist', 'needs-a\n', {
      offers: [...versions, wheel('needs_a', '1.0', ['line-a>=7'])],
    }),
    one('dependency of a dependency that does not exist', '# first\nneeds-more==1.0\n', {
      offers: [wheel('needs_more', '1.0', ['needs-gone']), wheel('needs_gone', '1.0', ['gone-line>=2'])],
    }),
    one('dependency of an extra that does not exist', 'needs-gone[fast]\n', {
      offers: [wheel('needs_gone', '1.0', ["gone-line; extra == 'fast'\nProvides-Extra: fast"])],
    }),
    one('dependency of several versions that does not exist', 'needs-gone\n', {
      offers: ['1.0', '1.1', '1.2'].map((version) => wheel('needs_gone', version, ['gone-line'])),
    }),
    one('old copy in an extra index', 'line-a>=2\n', {
      offers: versions,
      extra: [wheel('line_a', '1.0')],
      settings: { extra_index_url: '{extra}/simple' },
      installers: ['uv'],
    }),
    one('no index at all', '--no-index\nline-a\n', { offers: versions }),
  ]
}
