import { useId } from 'react'
import { CodeBlock } from '../../../../ui/code/code-block.tsx'
import type { Filled } from './parameter-values.ts'
import styles from './parameters.module.css'

interface ReceivedParametersProps {
  /** Its accessible name, where a page shows more than one. */
  label?: string
  filled: Pick<Filled, 'fields' | 'received'>
}

/** The parameters that a run is given, to the letter, or why it would not be started with them. */
export function ReceivedParameters({ label = 'Parameters', filled }: ReceivedParametersProps) {
  const refusals = filled.fields.flatMap(({ field, key, problem }) =>
    problem === undefined ? [] : [{ key, sentence: `${field.step}.${field.name}: ${problem}` }],
  )
  if (refusals.length > 0) return <Refused refusals={refusals} />
  return (
    <div className={styles.code}>
      <CodeBlock label={label} code={JSON.stringify(filled.received, null, 2)} copy />
    </div>
  )
}

function Refused({ refusals }: { refusals: readonly { key: string; sentence: string }[] }) {
  const id = useId()
  return (
    <div className={styles.refused}>
      <p id={id}>A run would be refused</p>
      <ul aria-labelledby={id}>
        {refusals.map(({ key, sentence }) => (
          <li key={key}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}
