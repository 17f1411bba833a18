import { casesWith, type FailureCase, PIPS } from '../failure-case.ts'
import { wheel } from '../package-files.ts'

/** Returns lines that are not requirements, and files that are missing. */
export function lineCases(): FailureCase[] {
  const one = casesWith({ offers: [wheel('line_a', '1.0')] })
  return [
    one('list of conda', '# This file may be used to create an environment\nline-a=1.0=py311_0\n'),
    one('version by one =', 'line-a = 1.0\n'),
    one('version by ^', 'line-a^1.0\n'),
    one('version by a space', 'line-a 1.0\n'),
    one('version that is none', 'line-a==latest\n'),
    one('version that is missing', 'line-a==\n'),
    one('bracket that stays open', 'line-a[fast\n'),
    one('command of pip', 'pip install line-a\n'),
    one('import of Python', 'import line_a\n'),
    one('table of pip list', 'Package Version\n------- -------\nline-a  1.0\n'),
    one('option that does not exist', 'line-a\n--fast\n'),
    one('index in the line of a requirement', 'line-a==9.0+cpu --index-url {extra}/simple\n'),
    one('mark of a merge', '<<<<<<< HEAD\nline-a\n=======\n'),
    one('marker that is none', "line-a; python > '3'\n"),
    one('include that is missing', 'line-a\n-r base.txt\n'),
    one('constraint that is missing', '-c limits.txt\nline-a\n'),
    one('wheel that is missing', 'line-a\n./wheels/line_b-1.0-py3-none-any.whl\n'),
    one('folder that is missing', './line-b\n'),
    one('folder without a project', './line-b\n', {
      files: { 'requirements.txt': './line-b\n', 'line-b/a.py': '' },
    }),
    one('name of a file that is not a wheel', './line-b.whl\n', {
      files: { 'requirements.txt': './line-b.whl\n', 'line-b.whl': 'x' },
    }),
    one('wheel of another machine', './line_b-1.0-cp27-cp27m-win_amd64.whl\n', {
      files: {
        'requirements.txt': './line_b-1.0-cp27-cp27m-win_amd64.whl\n',
        'line_b-1.0-cp27-cp27m-win_amd64.whl': 'x',
      },
    }),
    one('line of an included file', '-r base.txt\n', {
      files: { 'requirements.txt': '-r base.txt\n', 'base.txt': '\n\nline-a^1.0\n' },
    }),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: pip fills it
    one('variable that is not set', '--index-url https://${LINE_TOKEN}@packages.invalid/simple\nline-a\n', {
      installers: PIPS,
    }),
    one('pyproject.toml that is not TOML', '', {
      files: { 'pyproject.toml': '[project]\nname = "own"\ndependencies = [\n  line-a,\n]\n' },
      asks: ['.'],
    }),
    one('dependency of pyproject.toml that is none', '', {
      files: {
        'pyproject.toml':
          '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n[project]\nname = "own"\nversion = "1.0"\ndependencies = [\n  "line-a^1.0",\n]\n',
      },
      asks: ['.'],
    }),
    one('project for a newer Python', '', {
      files: {
        'pyproject.toml':
          '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n[project]\nname = "own"\nversion = "1.0"\nrequires-python = ">=3.99"\n[tool.setuptools]\npy-modules = []\n',
      },
      asks: ['.'],
    }),
  ]
}
