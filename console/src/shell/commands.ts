import { GitFork, type LucideIcon, Package, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../navigation/paths.ts'
import type { Place } from '../navigation/place.ts'
import type { MenuEntry } from './screen.ts'

export interface Command {
  key: string
  label: string
  icon: LucideIcon
  aside?: ReactNode
  to: Place
}

export interface CommandGroup {
  title: string
  commands: Command[]
}

interface Found {
  id: string
  name: string
  aside: ReactNode
}

/** The places whose name holds the text. */
export function placesMatching(menu: readonly MenuEntry[], text: string): CommandGroup {
  const places = menu.flatMap(({ label, icon, to, children }) => [
    { key: label, label, icon, to },
    ...(children ?? []).map((child) => ({ key: child.label, label: child.label, icon, to: child.to })),
  ])
  const actions = [{ key: 'New Run', label: 'New Run', icon: Play, to: paths.newRun() }]
  const wanted = text.trim().toLowerCase()
  return {
    title: 'Go to',
    commands: [...places, ...actions].filter(({ label }) => label.toLowerCase().includes(wanted)),
  }
}

export function solutionCommands(solutions: readonly Found[], workspace: string): CommandGroup {
  return {
    title: 'Solutions',
    commands: solutions.map(({ id, name, aside }) => ({
      key: id,
      label: name,
      icon: Package,
      aside,
      to: paths.solution(id, { ws: workspace }),
    })),
  }
}

export function runCommands(runs: readonly Found[], workspace: string): CommandGroup {
  return {
    title: 'Runs',
    commands: runs.map(({ id, name, aside }) => ({
      key: id,
      label: name,
      icon: GitFork,
      aside,
      to: paths.run(id, { ws: workspace }),
    })),
  }
}
