import { classNames } from '../class-names.ts'
import styles from './button.module.css'

export type ButtonKind = 'primary' | 'secondary' | 'outline' | 'danger' | 'ghost'

export interface ButtonLook {
  kind?: ButtonKind
  small?: boolean
  wide?: boolean
}

/** The look of a button, for anchors and router links that lead somewhere and must look like one. */
export function buttonClass({ kind = 'outline', small, wide }: ButtonLook = {}): string | undefined {
  return classNames(styles.button, styles[kind], small && styles.small, wide && styles.wide)
}
