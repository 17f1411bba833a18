// @module-tag python
import { execFile } from 'node:child_process'
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inFolder } from './folder/testing/program.ts'

const MODULES = new URL('../python', import.meta.url).pathname

/** Stands for the command: it notes its words, and answers like the real one. */
const COMMAND = `#!/usr/bin/env python3
import json, sys
words = sys.argv[1:]
with open("words", "a") as file:
    file.write(json.dumps(words) + "\\n")
if "refused.py" in words:
    print("Registered x v 1.", file=sys.stderr)
    sys.exit("podium: The workspace is full.")
if words[0] == "run":
    print("Started main (1).", file=sys.stderr)
    print(json.dumps({"id": "1", "state": "created", "note": "x" * 200000}))
elif words[0] == "logs":
    print("epoch 1\\nepoch 2")
    sys.exit(1)
else:
    print(json.dumps({"id": "1", "state": "failed"}))
`

interface Ended {
  printed: string[]
  errors: string
  words: string[][]
}

/** Runs a program that has the package, with a command at this place. */
function python(program: string, place: 'bin/podium' | 'other' | 'none' = 'bin/podium') {
  return inFolder({ [place]: COMMAND }, async (folder): Promise<Ended> => {
    await chmod(join(folder, place), 0o755)
    const env = {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      PYTHONPATH: MODULES,
      ...(place === 'other' && { PODIUM_COMMAND: join(folder, place) }),
    }
    const { printed, errors } = await new Promise<{ printed: string; errors: string }>((resolve) => {
      const words = ['-B', '-c', `import podium\n${program}`]
      execFile('python3', words, { cwd: folder, env }, (_, printed, errors) => resolve({ printed, errors }))
    })
    const noted = await readFile(join(folder, 'words'), 'utf8').catch(() => '')
    const words = noted.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))
    return { printed: printed.trimEnd().split('\n'), errors, words }
  })
}

test('runs a program, prints its log and returns the run as it ended', async () => {
  const { printed, errors, words } = await python(`
args = {"epochs": 30, "lr": 1e-3, "amp": True, "cold": False, "none": None, "layers": [8, 4], "x": "a b"}
print(podium.run("train.py", args=args, with_packages=["numpy", "pandas"])["state"])`)
  expect(printed).toEqual(['epoch 1', 'epoch 2', 'failed'])
  expect(errors).toBe('Started main (1).\n')
  const flags = ['--epochs', '30', '--lr', '0.001', '--amp', '--layers', '8', '4', '-x', 'a b']
  expect(words).toEqual([
    ['run', '--json', '--with', 'numpy', '--with', 'pandas', 'train.py', ...flags],
    ['logs', '1', '-f'],
    ['status', '1', '--json'],
  ])
})

test('starts without waiting, with words as they are, from a command that a variable names', async () => {
  const { printed, words } = await python(
    `print(podium.run("demo", args=["python", "x.py", "lr=0.1"], wait=False, yes=True)["state"])
podium.run("x.ipynb", args={"epochs": 3}, wait=False)`,
    'other',
  )
  expect(printed).toEqual(['created'])
  expect(words).toEqual([
    ['run', '--json', '--yes', './demo', '--', 'python', 'x.py', 'lr=0.1'],
    ['run', '--json', 'x.ipynb', 'epochs=3'],
  ])
})

test.each([
  ['what the command says last', 'refused.py', 'bin/podium', 'podium: The workspace is full.'],
  [
    'where to get the command',
    'train.py',
    'none',
    'There is no command `podium` here. Download it from your server',
  ],
] as const)('raises %s', async (_, program, place, sentence) => {
  const { printed } = await python(
    `try:
    podium.run("${program}")
except podium.PodiumError as error:
    print(error)`,
    place,
  )
  expect(printed).toEqual([expect.stringContaining(sentence)])
})
