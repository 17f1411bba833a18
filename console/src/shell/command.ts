import type { LucideIcon } from 'lucide-react'
import { holdsText } from '../format/holds-text.ts'
import type { Target } from '../navigation/target.ts'

/** A line of the command menu: it leads somewhere, does something, or both. */
export interface Command {
  key: string
  label: string
  icon: LucideIcon
  /** what tells it from others of its name */
  detail?: string
  /** at its end: the state of a run, or the workspace that it is in */
  hint?: string
  keys?: string | undefined
  to?: Target
  act?: () => void
}

export interface CommandGroup {
  title: string
  commands: readonly Command[]
  /** there are others, which are not shown */
  more?: boolean
}

/** Those that hold the text, without regard to case. */
export function commandsWith(text: string, commands: readonly Command[]): readonly Command[] {
  return commands.filter(({ label, detail = '' }) => holdsText(`${label} ${detail}`, text))
}
