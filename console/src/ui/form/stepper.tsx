import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import styles from './stepper.module.css'

interface StepperProps {
  /** What the steps lead to; their accessible name. */
  label: string
  steps: readonly string[]
  /** The first step is 0. */
  current: number
  onStep: (step: number) => void
}

/** The steps of a form that takes more than one; each stays reachable. */
export function Stepper({ label, steps, current, onStep }: StepperProps) {
  return (
    <nav aria-label={label}>
      <ol className={styles.stepper}>
        {steps.map((step, at) => (
          <li key={step} className={styles.step}>
            <button
              type="button"
              aria-current={at === current ? 'step' : undefined}
              className={classNames(layout.row, text.strong, at === current ? styles.current : text.muted)}
              onClick={() => onStep(at)}
            >
              <span className={styles.number}>{at + 1}</span>
              {step}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
