import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../navigation/paths.ts'
import type { Place } from '../../navigation/place.ts'
import { useWorkspace } from '../../session/use-session.ts'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/drawing/icon.tsx'
import { DisclosureCard } from '../../ui/layout/disclosure-card.tsx'
import type { Summary } from './figures.tsx'
import styles from './first-steps.module.css'
import { countRuns } from './run-count.ts'

interface Step {
  label: string
  isDone: boolean
  to: Place
}

/** The way from an empty workspace to the first run; nothing once it is gone. */
export function FirstSteps({ summary }: { summary: Summary }) {
  const { display_name } = useWorkspace()
  const [isOpen, setOpen] = useState(true)
  const steps: Step[] = [
    { label: `Make the workspace ${display_name}`, isDone: true, to: paths.workspaces() },
    {
      label: 'Register a solution',
      isDone: summary.solutions > 0,
      to: paths.solutions({ register: '1' }),
    },
    { label: 'Start a run', isDone: countRuns(summary) > 0, to: paths.newRun() },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <DisclosureCard
      title="First steps"
      open={isOpen}
      onToggle={setOpen}
      summary={
        <>
          {done} of {steps.length} done
          <span className={styles.pips} aria-hidden="true">
            {steps.map(({ label }, at) => (
              <span key={label} className={classNames(styles.pip, at < done && styles.on)} />
            ))}
          </span>
        </>
      }
    >
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.label} className={classNames(styles.step, step.isDone && styles.done)}>
            <Icon of={step.isDone ? CircleCheck : Circle} className={styles.sign} />
            {step.isDone ? (
              <span>
                {step.label}
                <span className={text.hidden}>, done</span>
              </span>
            ) : (
              <Link {...step.to}>{step.label}</Link>
            )}
          </li>
        ))}
      </ol>
    </DisclosureCard>
  )
}
