import { readdir, readFile } from 'node:fs/promises'

/** Lists the processes of this machine whose command line, with a zero byte after each word, contains the text. */
export async function commandLinesWith(text: string): Promise<[pid: number, line: string][]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(
    pids.map(async (pid): Promise<[number, string]> => {
      return [Number(pid), await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')]
    }),
  )
  return lines.filter(([, line]) => line.includes(text))
}
