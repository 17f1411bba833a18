import { maskAddresses } from '@podium/contract/python-packages/masked-addresses.ts'
import type { FailedInstall } from './failed-install.ts'
import { lineWith, locationOf } from './package-lines.ts'

const REASONS: [RegExp, string][] = [
  [
    /Could not resolve host(?:name)?|Name or service not known|Temporary failure in name resolution/,
    'whose host is not known here: correct its address',
  ],
  [
    /repository '[^']*' not found|Repository not found|does not appear to be a git repository|The requested URL returned error: 404/,
    'which is not there, or not for everyone: correct its address, or put a token into it by a variable such as GIT_TOKEN',
  ],
  [
    /Permission denied \(publickey|Host key verification failed|Could not read from remote repository/,
    'which this machine may not read by ssh: write its address as git+https://, with a token from a variable such as GIT_TOKEN',
  ],
  [
    /could not read Username|terminal prompts disabled|Authentication failed|Invalid username or (?:password|token)/,
    'which wants a user name and password: put a token into its address by a variable such as GIT_TOKEN',
  ],
  [
    /Connection refused|Failed to connect/,
    'whose host refuses connections: try again later, or correct its address',
  ],
  [
    /did not match any file|couldn't find remote ref|Remote branch \S+ not found|failed to (?:find|fetch) (?:branch|tag|commit|branch or tag)/i,
    'which has no such branch, tag or commit: correct what follows the `@`',
  ],
]

/** Explains a repository that git cannot fetch. */
export function repository(failed: FailedInstall): string | null {
  const { output } = failed
  const noProgram =
    /Cannot find command '(\w+)'|Git executable not found|Git operation failed[\s\S]*?Git executable|No such file or directory[^\n]*\bgit\b/.exec(
      output,
    )
  const found =
    /git (?:clone|fetch|\S+)[^\n]*? ((?:https?|ssh|git|file):\/\/[^\s'"]+)|(?:Cloning|Updating) ((?:https?|ssh|git|file):\/\/[^\s'"]+)|Git operation failed/.exec(
      output,
    )
  if (!noProgram && (!found || !/did not run successfully|Git operation failed|fatal:/.test(output)))
    return null
  const line = lineWith(failed, 'git+') ?? lineWith(failed, 'hg+')
  const all = Object.values(failed.files)
    .join('\n')
    .split('\n')
    .filter((text) => /\b(?:git|hg|svn|bzr)\+/.test(text))
  const requirement =
    all.find((text) =>
      output.includes(text.replace(/^.*?(?:git|hg|svn|bzr)\+/, '').split(/[@#\s]/)[0] ?? ' '),
    ) ??
    line?.text ??
    ''
  const own = lineWith(failed, requirement.trim()) ?? line
  const subject = own
    ? `${locationOf(own)} asks for \`${maskAddresses(own.text)}\``
    : 'A package is asked for from a repository'
  if (noProgram)
    return `${subject}, and the program ${noProgram[1] ?? 'git'} is not on this machine: ask an administrator to install it, or name a wheel.`
  const reason =
    REASONS.find(([pattern]) => pattern.test(output))?.[1] ?? 'which git cannot fetch: correct its address'
  return `${subject}, ${reason}.`
}
