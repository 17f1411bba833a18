import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { folderState } from '@podium/contract/solution-metadata/metadata-description.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Card } from '../../ui/layout/card.tsx'
import { commandLine, programOfRun } from '../runs/components/run-program.ts'
import styles from './run-page.module.css'

/** The command line that the run started, with its folder. */
export function CommandCard({ run }: { run: RunInfo }) {
  const command = commandLine(run)
  const place = programOfRun(run)?.working_directory ?? ''
  const folder = folderState(run.metadata_json)
  if (command === null) return null
  return (
    <Card title="Command" trailing={<CopyButton text={command} label="Copy" worded />}>
      <div className={layout.stackTight} translate="no">
        <code translate="no" className={classNames(text.mono, styles.command)}>
          {command}
        </code>
        {place !== '' && <p className={text.sub}>In the folder {place}</p>}
        {folder !== null && <p className={text.sub}>From {folder}</p>}
      </div>
    </Card>
  )
}
