import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import styles from './stepper.module.css'

interface StepperProps {
  /** Its accessible name: the purpose of the steps. */
  label: string
  steps: readonly string[]
  /** The current step, from 0. */
  current: number
  onStep: (step: number) => void
}

/** The steps of a form. Each can be reached. */
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
