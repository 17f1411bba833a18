import { type Arrangement, BOTH, type Places, project, within, words } from './arrangement.ts'

/** Returns requirements that name a place, and others that leave it to the tool. */
export function requirementLines(places: Places): Arrangement[] {
  const { ours } = places
  const library = within('libs/line-utils', project({ name: 'line-utils' }))
  const wheel = { 'wheels/line_utils-1.0-py3-none-any.whl': places.wheel }
  const file = 'line_utils-1.0-py3-none-any.whl'
  const hash = `--hash=sha256:${ours.hashOf(file)}`
  // uv takes a package from the first index that has its name, and searches extra indexes first.
  const lines: [isNamed: boolean, lines: string[], more?: Partial<Arrangement>][] = [
    [true, ['./libs/line-utils']],
    [true, ['# ours', './libs/line-utils  # and not of the index', 'line-more']],
    [true, [`./wheels/${file}`]],
    [true, [`line-utils @ file:wheels/${file}`], { installers: ['uv'] }],
    [true, [`Line_Utils @ ${new URL(`/files/${file}`, ours.url)}`]],
    [true, [`--index-url ${ours.url}`, 'line-utils']],
    [true, [`-i ${ours.url}`, 'Line.Utils', 'line-more']],
    [true, ['--no-index', '--find-links wheels', 'line-utils']],
    [
      true,
      ['-c constraints.txt', `--extra-index-url ${ours.url}`, 'line-utils'],
      beside('constraints.txt', 'line-utils<2\n'),
    ],
    [true, ['-r more/ours.txt'], beside('more/ours.txt', `--index-url ${ours.url}\nline_utils\n`)],
    [
      true,
      [`line-utils==1.0 ${hash}`],
      { installers: ['pip'], settings: { index_url: ours.url, extra_index_url: places.public.url } },
    ],
    [true, [`--extra-index-url ${ours.url}`, `line-utils==1.0 \\`, `    ${hash}`]],
    [false, [`--extra-index-url ${ours.url}`, 'line-utils']],
    [false, ['--find-links wheels', 'line-utils']],
    [false, ['line-utils']],
    [
      false,
      ['line-utils<2; python_version >= "3"', 'line-more'],
      { settings: { extra_index_url: ours.url } },
    ],
    [
      true,
      ['-c constraints.txt', 'line-utils'],
      beside('constraints.txt', `line-utils @ ${new URL(`/files/${file}`, ours.url)}\n`),
    ],
  ]
  return lines.flatMap(([isNamed, lines, more = {}]) =>
    [false, true].map((isOfWindows): Arrangement => {
      const text = isOfWindows ? `\uFEFF${lines.join('\r\n')}\r\n` : `${lines.join('\n')}\n`
      return {
        name: `requirements ${JSON.stringify(lines).replaceAll(new URL(ours.url).origin, '')}${isOfWindows ? ' as Windows writes them' : ''}`,
        installers: BOTH,
        isNamed,
        // uv prefers an index of its settings to one of requirements.
        ...(lines.some((line) => /^(--index-url|-i|-r) /.test(line)) && {
          bareSettings: { index_url: null },
        }),
        bare: words('-r requirements.txt'),
        ...more,
        files: { ...library, ...wheel, ...more.files, 'requirements.txt': text },
      }
    }),
  )
}

function beside(path: string, text: string): Partial<Arrangement> {
  return { files: { [path]: text } }
}
