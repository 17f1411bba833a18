import { type ReactNode, useId } from 'react'
import text from '../../../theme/text.module.css'
import field from '../../../ui/form/field.module.css'
import { SegmentedControl } from '../../../ui/form/radio-group.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import styles from './figures.module.css'

/** The settings with which all curves of a run are drawn. */
export interface CurveLook {
  axis: 'step' | 'time'
  smoothing: number
  logarithmic: boolean
}

export const PLAIN_LOOK: CurveLook = { axis: 'step', smoothing: 0, logarithmic: false }

interface LookControlsProps {
  look: CurveLook
  onChange: (look: CurveLook) => void
  /** shown at the right end */
  children: ReactNode
}

export function LookControls({ look, onChange, children }: LookControlsProps) {
  const id = useId()
  const { axis, smoothing, logarithmic } = look
  return (
    <fieldset className={styles.controls}>
      <legend className={text.hidden}>How the curves are drawn</legend>
      <SegmentedControl
        small
        label="Horizontal axis"
        segments={[
          { value: 'step', label: 'Step' },
          { value: 'time', label: 'Time' },
        ]}
        value={axis}
        onChange={(axis) => onChange({ ...look, axis })}
      />
      <Switch
        label="Log scale"
        checked={logarithmic}
        onChange={(event) => onChange({ ...look, logarithmic: event.currentTarget.checked })}
      />
      <div className={styles.smoothing}>
        <label htmlFor={id}>Smoothing</label>
        <input
          id={id}
          type="range"
          min="0"
          max="0.99"
          step="0.01"
          value={smoothing}
          onChange={(event) => onChange({ ...look, smoothing: Number(event.currentTarget.value) })}
          className={field.range}
        />
        <output htmlFor={id}>{smoothing}</output>
      </div>
      <div className={styles.end}>{children}</div>
    </fieldset>
  )
}
