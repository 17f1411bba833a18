import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { waitFor } from '../../testing/watching.ts'
import { exitOf, openPodParts } from '../testing/pod-parts.ts'

let pods: Awaited<ReturnType<typeof openPodParts>>
beforeAll(async () => {
  pods = await openPodParts()
  return () => pods.close()
})

/** The command shares its volume with `keep` and may change anything there. */
const VOLUME = 'cd "$PODIUM_OUTPUT_DIR/.."'

test.concurrent.each([
  ['removes all files of others', 'rm -f asks begun usage'],
  ['replaces them by folders and pipes', 'rm -f asks usage begun; mkdir asks begun; mkfifo usage'],
  ['replaces them by links', 'rm -f asks usage begun; ln -s asks asks; ln -s begun begun; ln -s usage usage'],
  ['replaces them by endless files', 'ln -sf /dev/zero usage; ln -s /dev/zero "$PODIUM_PROGRESS_FILE"'],
  [
    'backdates its beginning and reports negative usage',
    "touch -d 1960-01-01 begun; echo '0 0 0 0 -9' > usage",
  ],
])('sends the outputs of a command that %s', async (_, trick) => {
  const leave = 'echo tricked; printf all > out/file; until [ -e out/go ]; do sleep 0.05; done'
  // the watcher may restore a file in the middle of a trick
  const command = `${VOLUME}; { ${trick}; } 2> /dev/null; ${leave}`
  const pod = await pods.podOf({ command: ['sh', '-c', command] })
  await pod.fetch()
  pod.main()
  await waitFor('the trick', async () => {
    const log = await readFile(join(pod.volume, 'process.log'), 'utf8').catch(() => '')
    return log === 'tricked\n' ? true : null
  })
  const keep = pod.keep()
  await waitFor('the log', async () => ((await pod.logOf()) === 'tricked\n' ? true : null))
  await writeFile(join(pod.volume, 'out', 'go'), '')
  expect(await exitOf(keep)).toBe(0)
  expect(await pod.outputOf('file')).toBe('all')
  expect(await pods.attempts.find(pod.spec)).toMatchObject({ is_complete: true, exit: { exit_code: 0 } })
})

test.concurrent.each([
  ['a pipe', 'mkfifo exit.json'],
  ['a folder', 'mkdir exit.json'],
  ['a link to itself', 'ln -s exit.json exit.json'],
  ['an endless file', 'ln -s /dev/zero exit.json'],
])('takes the end of the command from the cluster if its record is %s', async (_, trick) => {
  const pod = await pods.podOf({ command: ['sh', '-c', `${VOLUME}; ${trick}; echo tricked`] })
  await pod.fetch()
  pod.main()
  const keep = pod.keep()
  await waitFor('the log', async () => ((await pod.logOf()) === 'tricked\n' ? true : null))
  const at = new Date().toISOString()
  await pods.attempts.note(pod.spec, { exit: { exit_code: 0, started_at: at, ended_at: at } })
  expect(await exitOf(keep)).toBe(0)
  expect((await pods.attempts.find(pod.spec))?.is_complete).toBe(true)
})

test.concurrent('accepts the end of a command that dates it before 1970', async () => {
  const trick = 'until [ -s exit.json ]; do :; done; touch -d 1960-01-01 exit.json'
  const pod = await pods.podOf({ command: ['sh', '-c', `${VOLUME}; (${trick}) & echo tricked`] })
  await pod.fetch()
  await exitOf(pod.main())
  expect(await exitOf(pod.keep())).toBe(0)
  const record = await pods.attempts.find(pod.spec)
  expect(record).toMatchObject({ is_complete: true, exit: { exit_code: 0 } })
})
