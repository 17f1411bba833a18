import type { Behaviour } from '../conformance.ts'

/** Returns the behaviour as a program: texts are its arguments, never part of the script. */
export function programOf({
  prints,
  pipeline,
  progress,
  leaves = {},
  writes = {},
  shows,
  ends,
}: Behaviour): string[] {
  const texts: string[] = []
  const lines: string[] = []
  function write(text: string | undefined, redirect: string): void {
    if (text === undefined) return
    lines.push(`printf %s "$${texts.push(text)}"${redirect}`)
  }
  write(prints, '')
  for (const name of shows?.environment ?? []) lines.push(`printf '%s;' "${name}=$${name}"`)
  for (const name of shows?.secrets ?? []) lines.push(`cat "$PODIUM_SECRETS_DIR/${name}"; printf ';'`)
  write(pipeline, ' > "$PODIUM_LOG_DIR/pipeline.log"')
  write(progress && `${JSON.stringify(progress)}\n`, ' >> "$PODIUM_PROGRESS_FILE"')
  const files = [
    ...Object.entries(leaves).map(([path, content]) => [`$PODIUM_OUTPUT_DIR/${path}`, content] as const),
    ...Object.entries(writes),
  ]
  for (const [path, content] of files) {
    const file = `"${path}"`
    lines.push(`mkdir -p "$(dirname ${file})"`)
    write(content, ` > ${file}`)
  }
  const end = { well: 'exit 0', badly: 'exit 3', never: 'exec tail -f /dev/null' }
  return ['sh', '-c', [...lines, end[ends]].join('\n'), 'program', ...texts]
}
