import { expect, test } from 'vitest'
import { installSentence } from './install-sentence.ts'

// What the installers really write, cut to the lines that tell.
test.each([
  [
    "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError('<pip._vendor.urllib3.connection.HTTPSConnection object at 0x7f>: Failed to establish a new connection: [Errno -3] Temporary failure in name resolution')': /simple/pandas/\nERROR: Could not find a version that satisfies the requirement pandas (from versions: none)\nERROR: No matching distribution found for pandas",
    'The package index cannot be reached',
  ],
  [
    'ERROR: Could not find a version that satisfies the requirement pandas==9 (from versions: 1.0, 2.0)\nERROR: No matching distribution found for pandas==9',
    'No version of pandas==9 fits',
  ],
  [
    'ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE. If you have updated the package versions, please update the hashes.',
    'The hash of a package is not the one',
  ],
  [
    "      building 'line._fast' extension\n      error: command 'gcc' failed: No such file or directory\n      [end of output]\n  ERROR: Failed building wheel for line",
    'needs a compiler that this machine does not have (gcc)',
  ],
  [
    "      error: command 'x86_64-linux-gnu-gcc' failed: No such file or directory\n  ERROR: Failed building wheel for line",
    'needs a compiler that this machine does not have (gcc)',
  ],
  [
    "      fast.c:1:10: fatal error: Python.h: No such file or directory\n      error: command '/usr/bin/gcc' failed with exit code 1\n  ERROR: Failed building wheel for line",
    'needs the headers of Python (Python.h)',
  ],
  [
    "      fast.c:9:1: error: expected ';'\n      error: command '/usr/bin/gcc' failed with exit code 1\n  ERROR: Failed building wheel for line\nERROR: Could not build wheels for line",
    'line could not be built: the log says why.',
  ],
  [
    'ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device',
    'The disk became full while packages were installed',
  ],
  [
    'ERROR: Cannot install a==1 and b==2 because these package versions have conflicting dependencies.\nERROR: ResolutionImpossible: for help visit https://pip.pypa.io',
    'The packages exclude each other',
  ],
  [
    'The virtual environment was not created successfully because ensurepip is not available.  On Debian/Ubuntu systems, you need to install the python3-venv package',
    'This machine cannot make Python environments',
  ],
  [
    'ERROR: HTTP error 403 while getting https://packages.example.org/simple/line/\nERROR: 403 Client Error: Forbidden for url: https://packages.example.org/simple/line/',
    'The package index refuses access',
  ],
  [
    '  × No solution found when resolving dependencies:\n  ╰─▶ Because podium-none was not found in the package registry and you require podium-none, we can conclude that your requirements are unsatisfiable.',
    'No version of podium-none fits',
  ],
  [
    '  × No solution found when resolving dependencies:\n  ╰─▶ Because there is no version of pandas==9 and you require pandas==9, we can conclude that your requirements are unsatisfiable.',
    'No version of pandas==9 fits',
  ],
  [
    'error: No solution found when resolving dependencies\n  cause: Because only pandas<=2.2.3 is available and you require pandas>=9, we can conclude that your requirements are unsatisfiable.',
    'No version of pandas>=9 fits',
  ],
  [
    '  × No solution found when resolving dependencies:\n  ╰─▶ Because a==1 depends on c<2 and b==1 depends on c>=2, we can conclude that a==1 and b==1 are incompatible.\n      And because you require a==1 and b==1, we can conclude that your requirements are unsatisfiable.',
    'The packages exclude each other',
  ],
  [
    '  × No solution found when resolving dependencies:\n  ╰─▶ Because only the following versions of a are available:\n          a==1\n          a==2\n      and a==1 depends on c<2, we can conclude that a<2 depends on c<2.\n      And because b==1 depends on c>=2 and you require b==1, we can conclude that your requirements are unsatisfiable.',
    'The packages exclude each other',
  ],
  [
    '  × No solution found when resolving dependencies:\n  ╰─▶ Because the current Python version (3.9.6) does not satisfy Python>=3.11 and numpy==2.3.1 depends on Python>=3.11, we can conclude that numpy==2.3.1 cannot be used.\n      And because you require numpy==2.3.1, we can conclude that your requirements are unsatisfiable.',
    'A package needs another Python',
  ],
  [
    '  × No solution found when resolving dependencies:\n  ╰─▶ Because black was not found in the package registry and you require black, we can conclude that your requirements are unsatisfiable.\n\n      hint: An index URL (https://packages.example.org/simple) could not be queried due to a lack of valid authentication credentials (401 Unauthorized).',
    'The package index refuses access',
  ],
  [
    'error: Failed to fetch: `https://packages.example.org/simple/line/`\n  Caused by: Request failed after 3 retries\n  Caused by: error sending request for url (https://packages.example.org/simple/line/)\n  Caused by: client error (Connect)\n  Caused by: tcp connect error: Connection refused (os error 111)',
    'The package index cannot be reached',
  ],
  [
    '  × Failed to download `line==1.0`\n  ╰─▶ Hash mismatch for `line==1.0`\n\n      Expected:\n        sha256:00\n\n      Computed:\n        sha256:11',
    'The hash of a package is not the one',
  ],
  [
    "  × Failed to build `line==1.0`\n  ├─▶ The build backend returned an error\n  ╰─▶ Call to `setuptools.build_meta.build_wheel` failed (exit status: 1)\n\n      [stderr]\n      fast.c:9:1: error: expected ';'",
    'line could not be built: the log says why.',
  ],
  ['Segmentation fault', 'The packages could not be installed (exit code 1); last line: Segmentation fault'],
  ['', 'The packages could not be installed (exit code 1).'],
])('%s', (output, sentence) => {
  expect(installSentence(output, 1)).toContain(sentence)
})
