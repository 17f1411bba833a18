import { type FailureCase, INSTALLERS, type Installer } from '../failure-case.ts'
import { sdist, sdistInC, sdistThat } from '../package-files.ts'

/** The log of a build is the same in each pip, so only some installers are used. */
const SOME: Installer[] = ['pip', 'uv']
const ALL = { installers: [...INSTALLERS] }
const PRINT = `print "building"`

/** Returns source distributions that cannot be built. */
export async function buildCases(): Promise<FailureCase[]> {
  const one = (
    name: string,
    line: string,
    offers: FailureCase['offers'] = [],
    more: Partial<FailureCase> = {},
  ) => ({
    name,
    files: { 'requirements.txt': `# what it needs\n${line}\n` },
    offers,
    installers: SOME,
    ...more,
  })
  return [
    one('build imports torch', 'flash-line', [await sdistThat('flash-line', 'import torch')], ALL),
    one('build imports a part of numpy', 'old-line', [
      await sdistThat('old-line', 'import numpy.distutils.core'),
    ]),
    one('build imports pkg_resources', 'old-line==1.0', [
      await sdistThat('old-line', `raise ModuleNotFoundError("No module named 'pkg_resources'")`),
    ]),
    one('build imports Cython', 'old-line', [
      await sdistThat('old-line', 'from Cython.Build import cythonize'),
    ]),
    one('build imports a module of its own', 'old-line', [
      await sdistThat('old-line', 'import old_line_version'),
    ]),
    one('build of a dependency imports numpy', 'needs-old', [
      await sdistThat('old-line', 'import numpy'),
      await sdistThat('needs-old', '', {}).then(async () =>
        (await import('../package-files.ts')).wheel('needs_old', '1.0', ['old-line']),
      ),
    ]),
    one('renamed package', 'sklearn', [
      await sdistThat(
        'sklearn',
        `import sys
sys.exit("""The 'sklearn' PyPI package is deprecated, use 'scikit-learn'
rather than 'sklearn' for pip commands.

Here is how to fix this error in the main use cases:
- use 'pip install scikit-learn' rather than 'pip install sklearn'
- replace 'sklearn' by 'scikit-learn' in your pip requirements files
""")`,
      ),
    ]),
    one('library that pkg-config does not find', 'mysqlline', [
      await sdistThat(
        'mysqlline',
        `raise Exception("""Can not find valid pkg-config name.
Specify MYSQLLINE_CFLAGS and MYSQLLINE_LDFLAGS env vars manually""")`,
      ),
    ]),
    one('program pg_config', 'psycopline', [
      await sdistThat(
        'psycopline',
        `import sys
sys.stderr.write("""
Error: pg_config executable not found.

pg_config is required to build psycopline from source.  Please add the directory
containing pg_config to the $PATH or specify the full executable path with the
option:

    python setup.py build_ext --pg-config /path/to/pg_config build ...
""")
sys.exit(1)`,
      ),
    ]),
    one('setup.py of Python 2', 'old-line', [await sdistThat('old-line', PRINT)], ALL),
    one('setup.py with an exec of Python 2', 'old-line', [await sdistThat('old-line', 'exec "x = 1"')]),
    one('setup.py with an error of its own', 'old-line', [
      await sdistThat('old-line', `import configparser\nconfigparser.SafeConfigParserOld()`),
    ]),
    one('setup.py reads a file that is missing', 'old-line', [
      await sdistThat('old-line', `open('requirements.txt').read()`),
    ]),
    one('use_2to3', 'old-line', [
      await sdist('old-line', '1.0', {
        'setup.py': `from setuptools import setup\nsetup(name='old-line', version='1.0', use_2to3=True)\n`,
      }),
    ]),
    one('no compiler', 'fast-line', [await sdistInC('fast-line', 'int f(void) { return 1; }')], {
      environment: { CC: 'gcc-none' },
    }),
    one('no C++ compiler', 'fast-line', [
      await sdistThat(
        'fast-line',
        `import sys\nsys.stderr.write("error: command 'g++' failed: No such file or directory\\n")\nsys.exit(1)`,
      ),
    ]),
    one('no Rust', 'fast-line', [
      await sdistThat(
        'fast-line',
        `import sys\nsys.stderr.write("error: can't find Rust compiler\\n\\nIf you are using an outdated pip version, it is possible a prebuilt wheel is available for this package but pip is not able to install from it.\\n")\nsys.exit(1)`,
      ),
    ]),
    one('no cargo', 'fast-line', [
      await sdistThat(
        'fast-line',
        `import sys\nsys.stderr.write("""Cargo, the Rust package manager, is not installed or is not on PATH.
This package requires Rust and Cargo to compile extensions. Install it through
the system's package manager or via https://rustup.rs/.
""")\nsys.exit(1)`,
      ),
    ]),
    one('no cmake', 'fast-line', [
      await sdistThat(
        'fast-line',
        `raise RuntimeError("CMake must be installed to build the following extensions: fast_line")`,
      ),
    ]),
    one('no Fortran', 'fast-line', [
      await sdistThat(
        'fast-line',
        `import sys\nsys.stdout.write("../meson.build:41:0: ERROR: Unknown compiler(s): [['gfortran'], ['flang-new'], ['flang'], ['nvfortran'], ['pgfortran'], ['ifort'], ['ifx'], ['g95']]\\n")\nsys.exit(1)`,
      ),
    ]),
    one('no Python.h', 'fast-line', [
      await sdistInC('fast-line', '#error never', '').then(() =>
        sdistThat(
          'fast-line',
          `import sys\nsys.stderr.write("fast.c:1:10: fatal error: Python.h: No such file or directory\\ncompilation terminated.\\nerror: command '/usr/bin/gcc' failed with exit code 1\\n")\nsys.exit(1)`,
        ),
      ),
    ]),
    one('another header is missing', 'fast-line', [await sdistInC('fast-line', '#include <line/none.h>\n')]),
    one('a library is missing', 'fast-line', [
      await sdistInC('fast-line', 'int f(void) { return 1; }', `, libraries=['line_none']`),
    ]),
    one('an error in C', 'fast-line', [await sdistInC('fast-line', 'int f(void) { return none; }\n')], ALL),
    one('compiler killed for memory', 'fast-line', [
      await sdistThat(
        'fast-line',
        `import sys\nsys.stderr.write("g++: fatal error: Killed signal terminated program cc1plus\\ncompilation terminated.\\nerror: command '/usr/bin/g++' failed with exit code 1\\n")\nsys.exit(1)`,
      ),
    ]),
    one(
      'source without setup.py',
      'bare-line',
      [await sdist('bare-line', '1.0', { 'README.md': 'line\n' })],
      ALL,
    ),
    one('version from git is missing', 'bare-line', [
      await sdistThat(
        'bare-line',
        `raise LookupError("setuptools-scm was unable to detect version for /work/bare-line.\\n\\nMake sure you're either building from a fully intact git repository or PyPI tarballs.")`,
      ),
    ]),
    one('no setuptools in the index', 'bare-line', [], {
      offers: [
        await sdist('bare-line', '1.0', {
          'pyproject.toml':
            '[build-system]\nrequires = ["setuptools-none>=40.8.0"]\nbuild-backend = "setuptools.build_meta"\n',
        }),
      ],
    }),
    one('no hatchling in the index', 'bare-line', [
      await sdist('bare-line', '1.0', {
        'pyproject.toml':
          '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n[project]\nname = "bare-line"\nversion = "1.0"\n',
      }),
    ]),
    one('setuptools of the index is too old', 'bare-line', [
      await sdist('bare-line', '1.0', {
        'pyproject.toml':
          '[build-system]\nrequires = ["setuptools>=100"]\nbuild-backend = "setuptools.build_meta"\n[project]\nname = "bare-line"\nversion = "1.0"\n',
      }),
    ]),
    one('build backend that does not exist', 'bare-line', [
      await sdist('bare-line', '1.0', {
        'pyproject.toml':
          '[build-system]\nrequires = []\nbuild-backend = "line_backend"\n[project]\nname = "bare-line"\nversion = "1.0"\n',
      }),
    ]),
    one('pyproject.toml of a package is not TOML', 'bare-line', [
      await sdist('bare-line', '1.0', { 'pyproject.toml': '[project\nname = bare\n' }),
    ]),
    one('source of another version', 'bare-line==1.0', [
      await sdist('bare-line', '1.0', {
        'setup.py': `from setuptools import setup\nsetup(name='bare-line', version='2.0', py_modules=[])\n`,
      }),
    ]),
  ]
}
