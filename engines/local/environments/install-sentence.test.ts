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
  ['Segmentation fault', 'The packages could not be installed (exit code 1); last line: Segmentation fault'],
  ['', 'The packages could not be installed (exit code 1).'],
])('%s', (output, sentence) => {
  expect(installSentence(output, 1)).toContain(sentence)
})
