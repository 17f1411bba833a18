import type { SetupFiles } from '@podium/contract/python-packages/source-files.ts'
import { asOwner } from '../../attempt/folders.ts'
import { runProgram } from '../../attempt/run-program.ts'

const PATIENCE_MS = 5000
/** People write no longer files. */
const MAX_BYTES = 256 * 1024

/**
 * Prints the name of a project from setup.py or setup.cfg: a string in the call of `setup`, or in a module constant
 * that is assigned once. No code of the files runs. As in setuptools, setup.py wins; setup.cfg is used if that was
 * written for another Python or may set the name with **.
 */
const PROGRAM = `
import ast, configparser, json, sys

MODULES = ("setuptools", "distutils.core", "numpy.distutils.core", "skbuild")
UNKNOWN = object()


def dotted(node):
    if isinstance(node, ast.Attribute):
        return dotted(node.value) + "." + node.attr
    return node.id if isinstance(node, ast.Name) else ""


def names_in(script):
    module = ast.parse(script)
    nodes = list(ast.walk(module))
    stored = [node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    constants = {
        node.targets[0].id: node.value
        for node in module.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and stored.count(node.targets[0].id) == 1
    }
    calls = {name + ".setup" for name in MODULES}
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module in MODULES:
            calls.update(alias.asname or "setup" for alias in node.names if alias.name in ("setup", "*"))
    for node in nodes:
        if isinstance(node, ast.Call) and dotted(node.func) in calls:
            for keyword in node.keywords:
                value = constants.get(dotted(keyword.value), keyword.value)
                if keyword.arg == "name":
                    yield value.value if isinstance(value, ast.Constant) else UNKNOWN


def name_of(setup):
    try:
        names = set(names_in((setup["script"] or "").lstrip("\\ufeff")))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        names = set()
    if names:
        [name] = names
        return name
    config = configparser.RawConfigParser()
    config.read_string((setup["config"] or "").lstrip("\\ufeff"))
    return config.get("metadata", "name", fallback="")


name = name_of(json.load(sys.stdin))
if isinstance(name, str):
    print(name)
`

/**
 * Reads the name of a project without pyproject.toml. Returns '' if only its build can tell.
 * @param uid identity that reads the files, because a run of the workspace may have written them; null: the server's
 */
export async function nameInSetup(
  { script, config }: SetupFiles,
  python: string,
  uid: number | null,
): Promise<string> {
  if ((script ?? '').length + (config ?? '').length > MAX_BYTES) return ''
  const asking = runProgram(python, ['-I', '-S', '-c', PROGRAM], {
    ...asOwner(uid),
    cwd: '/',
    env: {},
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_BYTES,
  })
  // A Python that ends early stops reading.
  asking.child.stdin?.on('error', () => undefined).end(JSON.stringify({ script, config }))
  const text = await asking.then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )
  return /^[A-Za-z0-9]([\w.-]*[A-Za-z0-9])?$/.test(text) ? text : ''
}
