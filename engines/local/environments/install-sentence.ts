import { plainLine } from '../../plain-line.ts'

const LONGEST = 200
const EXCLUDE_EACH_OTHER =
  'The packages exclude each other: the log says which. Change the versions that are asked for.'

/**
 * What installers write where they fail, the cause before what follows from it: an index that does not answer has no
 * version of anything either. `$1` in the sentence is what the pattern found.
 */
const CAUSES: [RegExp, string][] = [
  [
    /ensurepip is not available|No module named '?(?:ensurepip|venv)\b/,
    'This machine cannot make Python environments: ask an administrator to install the package python3-venv or python3-pip.',
  ],
  [
    /No space left on device|Errno 28|Disk quota exceeded/,
    'The disk became full while packages were installed: ask an administrator for room, or name fewer packages.',
  ],
  [
    /DO NOT MATCH THE HASHES|[Hh]ash mismatch/,
    'The hash of a package is not the one that requirements.txt gives: the index has another file of that version. Correct the hash, or find out who replaced the file.',
  ],
  [
    /\b(?:401|403)\b (?:Client )?Error|HTTP status client error \((?:401|403)|lack of valid authentication credentials/i,
    'The package index refuses access: ask an administrator to correct its address.',
  ],
  [
    /Failed to establish a new connection|Name or service not known|Temporary failure in name resolution|Connection refused|Connection reset|ConnectTimeout|Read timed out|Max retries exceeded|too many 5\d\d error|SSLError|certificate verify failed|error sending request|dns error/i,
    'The package index cannot be reached: try again later, or ask an administrator to check PODIUM_PYTHON_INDEX_URL.',
  ],
  [
    /(?:unable to execute|No such file or directory:|command) '?[^\s']*?((?:gcc|g\+\+|cc|c\+\+|clang|gfortran|cmake|rustc|cargo))'?(?: failed)?:? ?(?:No such file|$)|\b(gcc|g\+\+|cc|c\+\+|cargo)'?: (?:command )?not found|can't find (Rust) compiler/m,
    'A package has to be built and needs a compiler that this machine does not have ($1): ask an administrator to install it, or name a version that has a wheel.',
  ],
  [
    /(Python\.h): No such file/,
    'A package has to be built and needs the headers of Python ($1): ask an administrator to install the package python3-dev.',
  ],
  [
    /(?:Failed building wheel for|Failed to build|Could not build wheels for) `?([\w.-]+)/,
    '$1 could not be built: the log says why.',
  ],
  [/ResolutionImpossible|conflicting dependencies/, EXCLUDE_EACH_OTHER],
  [
    /No matching distribution found for ([^\n]+)|Could not find a version that satisfies the requirement ([^\n(]+)|Because (\S+) (?:was not found in the package registry|has no wheels)|Because there (?:is|are) no versions? of (\S+)|Because only \S+ is available and you require ([^\s,]+)/,
    'No version of $1 fits: check its name and version, and that the index has it for this Python.',
  ],
  [
    /requires a different Python|Because the current Python version/,
    'A package needs another Python: the log says which. Name another version of it.',
  ],
  // uv says this first, and then why.
  [/No solution found/, EXCLUDE_EACH_OTHER],
]

/** Why packages could not be installed, in a sentence, from what the installer wrote and its exit code. */
export function installSentence(output: string, code: number | null): string {
  for (const [pattern, sentence] of CAUSES) {
    const found = pattern.exec(output)
    if (found) return sentence.replace('$1', plainLine(found.slice(1).find(Boolean) ?? '', LONGEST).trim())
  }
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  const line = plainLine(last, LONGEST)
  return `The packages could not be installed (exit code ${code ?? 'unknown'})${line === '' ? '.' : `; last line: ${line}`}`
}
