import type { LucideIcon } from 'lucide-react'
import { holdsText } from '../format/holds-text.ts'
import type { Target } from '../navigation/target.ts'

/** A line of the command menu. It opens a page, runs an action, or both. */
export interface Command {
  key: string
  label: string
  icon: LucideIcon
  /** text that tells it apart from others with its name */
  detail?: string
  /** text at its end: the state of a run, or its workspace */
  hint?: string
  keys?: string | undefined
  to?: Target
  act?: () => void
}

export interface CommandGroup {
  title: string
  commands: readonly Command[]
  /** whether there are further results, which are not shown */
  more?: boolean
}

/** Returns the commands that contain the text, ignoring case. */
export function commandsWith(text: string, commands: readonly Command[]): readonly Command[] {
  return commands.filter(({ label, detail = '' }) => holdsText(`${label} ${detail}`, text))
}
