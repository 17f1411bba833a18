import { isTyping } from '../ui/is-typing.ts'
import { plainKey } from '../ui/pressed-key.ts'
import { paths } from './paths.ts'
import { hrefOf, type Target } from './target.ts'

/**
 * Every shortcut and what it does. `n` and the like are pressed alone, 'Ctrl K' together, 'g o' in sequence. All code
 * that handles, shows or explains a key reads it here.
 */
export const SHORTCUTS = {
  commands: { keys: 'Ctrl K', does: 'Search, open a page or start an action' },
  newTab: { keys: 'Ctrl Enter', does: 'Open the search result in a new tab' },
  close: { keys: 'Esc', does: 'Close the open dialog or menu' },
  control: { keys: 'Tab', does: 'Next control; Shift Tab goes back' },
  move: { keys: '↑ ↓', does: 'Move in menus, lists and tabs' },
  open: { keys: 'Enter', does: 'Open, or save a form' },
  help: { keys: '?', does: 'This list' },
  main: { keys: 'n', does: 'The main action of the page, such as New Run' },
  search: { keys: '/', does: 'Go to the search of the list' },
  next: { keys: 'j', does: 'Next row; ↓ also works once a row has the focus' },
  previous: { keys: 'k', does: 'Previous row; ↑ also works once a row has the focus' },
  select: { keys: 'x', does: 'Select the row' },
  star: { keys: 's', does: 'Star the run of the row, or remove the star' },
} as const

export type ShortcutName = keyof typeof SHORTCUTS

/** The pages with a shortcut: `g` and a letter. */
const PAGES: readonly { keys: string; to: Target }[] = [
  { keys: 'g o', to: paths.overview() },
  { keys: 'g s', to: paths.solutions() },
  { keys: 'g r', to: paths.models({ view: 'runs' }) },
  { keys: 'g t', to: paths.models({ view: 'streams' }) },
  { keys: 'g m', to: paths.modelList() },
  { keys: 'g i', to: paths.instances() },
  { keys: 'g w', to: paths.workspaces() },
  { keys: 'g a', to: paths.accounts() },
  { keys: 'g u', to: paths.audit() },
  { keys: 'g e', to: paths.engine() },
  { keys: 'g p', to: paths.editProfile() },
  { keys: 'g c', to: paths.reference() },
]

const KEYS = new Map(PAGES.map(({ keys, to }) => [hrefOf(to), keys]))

/** Returns the keys that lead to a page; undefined if there are none. */
export function keysTo(to: Target): string | undefined {
  return KEYS.get(hrefOf(to))
}

/** True if single-character shortcuts are on. A person can turn them off. */
export function hasShortcuts(): boolean {
  return document.documentElement.dataset.shortcuts !== 'off'
}

/** Elements in which single keys are letters, or belong to the focused element. */
const ELSEWHERE = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=combobox]'

/** Returns the pressed key if it may be a single-character shortcut. */
export function shortcutKey(event: KeyboardEvent): string | undefined {
  const { defaultPrevented, target } = event
  if (defaultPrevented || isTyping(target) || !hasShortcuts()) return undefined
  if (target instanceof Element && target.closest(ELSEWHERE)) return undefined
  return plainKey(event)
}

/** Appends the keys to a name, for tooltips: 'Overview (g o)'. */
export function withKeys(name: string, keys: string | undefined): string {
  return keys !== undefined && hasShortcuts() ? `${name} (${keys})` : name
}

/** The props of a control with a shortcut: an attribute to find it by, and its keys for tooltip and screen reader. */
export function shortcutOf(shortcut: ShortcutName, name = 'Shortcut') {
  const { keys } = SHORTCUTS[shortcut]
  const told = hasShortcuts() ? { 'aria-keyshortcuts': keys, title: withKeys(name, keys) } : {}
  return { 'data-shortcut': shortcut, ...told }
}

/** Returns the first control with that shortcut. */
export function controlOf(shortcut: ShortcutName, within: ParentNode): HTMLElement | null {
  return within.querySelector<HTMLElement>(`[data-shortcut=${shortcut}]`)
}
