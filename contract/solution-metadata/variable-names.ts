export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/

/** Names, and prefixes of names, that Podium sets for runs or that control a run's shell and loader. */
const RESERVED = new Set([
  ...['PATH', 'HOME', 'PWD', 'OLDPWD', 'TMPDIR', 'LANG', 'PYTHONPATH', 'PYTHONUNBUFFERED'],
  ...['MLFLOW_TRACKING_URI', 'MLFLOW_ALLOW_FILE_STORE'],
  ...['IFS', 'ENV', 'OPTIND', 'PPID', 'UID', 'EUID', 'GROUPS', 'SHELLOPTS'],
])
const RESERVED_BEGINNINGS = ['PODIUM_', 'SLURM_', 'LD_', 'DYLD_', 'BASH']

/** Why a variable cannot have the name, as a sentence; null if it can. */
export function variableNameProblem(name: string): string | null {
  if (!VARIABLE_NAME.test(name))
    return 'A name has letters, digits and _, does not begin with a digit, and is at most 128 characters long.'
  if (RESERVED.has(name) || RESERVED_BEGINNINGS.some((beginning) => name.startsWith(beginning)))
    return `${name} is set by Podium itself, or controls how programs start. Choose another name.`
  return null
}
