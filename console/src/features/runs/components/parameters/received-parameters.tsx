import { parameterName } from '@podium/contract/solution-metadata/parameters.ts'
import { useId } from 'react'
import layout from '../../../../theme/layout.module.css'
import text from '../../../../theme/text.module.css'
import { classNames } from '../../../../ui/class-names.ts'
import { CodeBlock } from '../../../../ui/code/code-block.tsx'
import type { Filled } from './parameter-values.ts'
import styles from './parameters.module.css'

interface ReceivedParametersProps {
  /** the accessible name, for a page that shows more than one */
  label?: string
  filled: Filled
}

/** Shows the parameters exactly as a run receives them, or why it would not start with them. */
export function ReceivedParameters({ label = 'Parameters', filled }: ReceivedParametersProps) {
  const id = useId()
  const steps = [...new Set(filled.fields.map(({ field }) => field.step))]
  const wrong = filled.fields.filter(({ problem }) => problem !== undefined)
  if (wrong.length === 0)
    return (
      <div className={styles.code}>
        <CodeBlock label={label} code={JSON.stringify(filled.received, null, 2)} json copy />
      </div>
    )
  return (
    <div className={classNames(layout.inset, layout.stackTight, text.small, text.crimson, styles.long)}>
      <p id={id} className={text.strong}>
        A run would be refused
      </p>
      <ul aria-labelledby={id}>
        {wrong.map(({ field, key, problem }) => (
          <li key={key}>{`${parameterName(steps, field.step, field.name)}: ${problem}`}</li>
        ))}
      </ul>
    </div>
  )
}
