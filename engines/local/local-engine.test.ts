import { type Behaviour, describeEngine, type EngineUnderTest } from '../conformance.ts'
import { openLocalHome } from '../testing/local-home.ts'
import { plainSpec } from '../testing/plain-spec.ts'

/** The behaviour as a program: texts are its arguments, never part of the script. */
function programOf({ prints, pipeline, progress, leaves = {}, ends }: Behaviour): string[] {
  const texts: string[] = []
  const lines: string[] = []
  function write(text: string | undefined, redirect: string): void {
    if (text === undefined) return
    lines.push(`printf %s "$${texts.push(text)}"${redirect}`)
  }
  write(prints, '')
  write(pipeline, ' > "$PODIUM_LOG_DIR/pipeline.log"')
  write(progress && `${JSON.stringify(progress)}\n`, ' >> "$PODIUM_PROGRESS_FILE"')
  for (const [path, content] of Object.entries(leaves)) {
    const file = `"$PODIUM_OUTPUT_DIR/${path}"`
    lines.push(`mkdir -p "$(dirname ${file})"`)
    write(content, ` > ${file}`)
  }
  const end = { well: 'exit 0', badly: 'exit 3', never: 'exec tail -f /dev/null' }
  return ['sh', '-c', [...lines, end[ends]].join('\n'), 'program', ...texts]
}

async function open(): Promise<EngineUnderTest> {
  const { engine, close } = await openLocalHome()
  return {
    engine,
    specFor: (behaviour, key) => ({ ...plainSpec({ command: programOf(behaviour) }), ...key }),
    act: () => undefined,
    close,
  }
}

describeEngine('the local engine', open)
