import styles from './choice.module.css'

interface SelectBoxProps {
  label: string
  checked: boolean
  /** Some of what it stands for is selected, not all. */
  some?: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** The checkbox of a table row or head, whose name is not shown. */
export function SelectBox({ label, checked, some = false, disabled, onChange }: SelectBoxProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      disabled={disabled}
      ref={(box) => {
        if (box) box.indeterminate = some && !checked
      }}
      onChange={(event) => onChange(event.currentTarget.checked)}
      className={styles.box}
    />
  )
}
