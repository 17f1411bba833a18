import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CliError } from './cli-error.ts'
import { runCommandLine } from './command-line.ts'

beforeEach(() => {
  for (const name of ['XDG_CONFIG_HOME', 'PODIUM_HOME']) vi.stubEnv(name, '/nonexistent')
  vi.stubEnv('PODIUM_TOKEN', '')
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

async function printed(...words: string[]): Promise<string> {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => lines.push(line))
  await runCommandLine(words)
  return lines.join('\n')
}

test('lists the commands as the guide does, without words, with help and with --help', async () => {
  const shown = await printed()
  const guide = readFileSync(new URL('../docs/guide/podium-command.md', import.meta.url), 'utf8')
  expect(guide).toContain(`\n\`\`\`\n${shown}\n\`\`\`\n`)
  expect([await printed('help'), await printed('--help')]).toEqual([shown, shown])
})

test('prints the options of a command with help and with --help', async () => {
  const asked = await printed('help', 'logs')
  expect(asked).toBe(`podium logs <run>
  print a run's log; -f follows it to its end
    -f, --follow             follow it until the run has ended
    --type process|pipeline  what the program printed, or the log that it wrote itself; process if left out

Every command takes:
    --server URL          the address of the server
    -w, --workspace NAME  the workspace, if you see several
    --ca FILE             trust the certificate of your own authority
    -h, --help            print this help`)
  expect(await printed('logs', 'penguins-v1-1', '--help')).toBe(asked)
})

test('prints the help of all commands that begin with a word', async () => {
  expect((await printed('help', 'trash')).match(/^podium .*$/gm)).toEqual([
    'podium trash [list]',
    'podium trash restore <run>… | --all',
    'podium trash empty [<run>…]',
  ])
  expect((await printed('help', 'trash', 'empty')).match(/^podium .*$/gm)).toEqual([
    'podium trash empty [<run>…]',
  ])
})

test.each([
  [['logs', '--star', 'a'], 'podium logs has no option --star. See podium help logs.'],
  [['-q', 'a', 'logs', 'b'], 'podium logs has no option -q. See podium help logs.'],
  [['schedules', '--yes'], 'podium schedules list has no option --yes. See podium help schedules list.'],
  [['runs', '--no-such'], 'podium runs has no option --no-such. See podium help runs.'],
  [['--no-such'], 'podium has no option --no-such. See podium help.'],
  [['runs', '--state'], "Option '--state <value>' argument missing. See podium help runs."],
  [['logs'], 'Name the run: podium logs <run>'],
  [
    ['schedules', 'create', 'a'],
    'Name the stream and the times: podium schedules create <stream> "30 6 * * 1-5"',
  ],
  [['trash', 'show'], "There is no 'podium trash show'. Use podium trash list | restore | empty."],
  [['help', 'no-such'], "There is no command 'no-such'. See podium --help."],
  [['runs', '--workspace', 'a'], 'Please sign in first: podium login --server http://…'],
])('refuses %j with a sentence that says what to do', async (words, sentence) => {
  await expect(runCommandLine(words)).rejects.toThrow(new CliError(sentence))
})
