import type { Choice } from '@podium/contract/parameters.ts'
import { Checkbox } from '../../../../ui/form/checkbox.tsx'
import styles from './parameters.module.css'

interface CheckedChoicesProps {
  choices: readonly Choice[]
  checked: readonly Choice[]
  onChange: (checked: Choice[]) => void
}

/** Any of the choices, always in the author's order. */
export function CheckedChoices({ choices, checked, onChange }: CheckedChoicesProps) {
  return (
    <div className={styles.checks}>
      {choices.map((choice) => (
        <Checkbox
          key={String(choice)}
          label={String(choice)}
          checked={checked.includes(choice)}
          onChange={(event) => {
            const { checked: on } = event.currentTarget
            onChange(choices.filter((one) => (one === choice ? on : checked.includes(one))))
          }}
        />
      ))}
    </div>
  )
}
