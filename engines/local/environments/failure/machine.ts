import type { FailedInstall } from './failed-install.ts'

const CAUSES: [RegExp, string][] = [
  [
    /ensurepip is not available|No module named '?(?:ensurepip|venv)\b/,
    'This machine cannot make Python environments: ask an administrator to install the package python3-venv or python3-pip.',
  ],
  [
    /No space left on device|Errno 28|os error 28|Disk quota exceeded|Errno 122|os error 122/,
    'The disk became full while packages were installed: ask an administrator for room, or name fewer packages.',
  ],
  [
    /resolution-too-deep|ResolutionTooDeepError/,
    'pip was still looking for versions that fit together when it gave up: name exact versions, as `pip freeze` prints them.',
  ],
  [
    /^MemoryError|Cannot allocate memory|os error 12\b/m,
    'The memory was not enough while packages were installed: choose a larger tier.',
  ],
]

/** Explains a cause in the machine, which no change of the source can fix. */
export function machine({ output }: FailedInstall): string | null {
  return CAUSES.find(([pattern]) => pattern.test(output))?.[1] ?? null
}
