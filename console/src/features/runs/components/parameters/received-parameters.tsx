import type { StepValues } from '@podium/contract/parameters.ts'
import { CodeBlock } from '../../../../ui/code-block.tsx'
import styles from './parameters.module.css'

interface ReceivedParametersProps {
  /** Its accessible name, where a page shows more than one. */
  label?: string
  /** null as long as a value is marked wrong: such values are not given to a run */
  received: StepValues | null
}

/** The parameters that a run is given, to the letter. */
export function ReceivedParameters({ label = 'Parameters', received }: ReceivedParametersProps) {
  if (received === null)
    return <p className={styles.wrong}>Put the marked values right to see what the run receives.</p>
  return (
    <div className={styles.code}>
      <CodeBlock label={label} code={JSON.stringify(received, null, 2)} copy />
    </div>
  )
}
