import { Button, type ButtonProps } from '../ui/button/button.tsx'
import { shortcutOf } from './shortcuts.ts'

/** The main action of a page: one key presses it everywhere. */
export function MainButton(props: ButtonProps) {
  return <Button kind="primary" {...shortcutOf('main')} {...props} />
}
