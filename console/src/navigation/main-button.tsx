import { Button, type ButtonProps } from '../ui/button/button.tsx'
import { shortcutOf } from './shortcuts.ts'

/** The main action of a page. The same key presses it on every page. */
export function MainButton(props: ButtonProps) {
  return <Button kind="primary" {...shortcutOf('main')} {...props} />
}
