export type ConfirmMode = 'add' | 'create' | 'edit' | 'delete' | 'unlock' | 'return' | 'stop'

interface ConfirmWords {
  prompt: string
  yes: string
  removes?: true
}

const MODES: Record<ConfirmMode, ConfirmWords> = {
  add: { prompt: 'Add the item(s)?', yes: 'Add' },
  create: { prompt: 'Create the item(s)?', yes: 'Create' },
  edit: { prompt: 'Save the changes?', yes: 'Save' },
  delete: { prompt: 'Delete selected item(s)?', yes: 'Delete', removes: true },
  unlock: { prompt: 'Unlock selected item(s)?', yes: 'Unlock' },
  return: { prompt: 'Are you sure you want to return to the previous page?', yes: 'Return' },
  stop: { prompt: 'Stop it?', yes: 'Stop', removes: true },
}

/** The prompt and button of a mode. A mode nobody defined is a mistake of the caller: it throws. */
export function confirmWords(mode: ConfirmMode): ConfirmWords {
  if (!Object.hasOwn(MODES, mode)) throw new Error(`The confirmation mode '${mode}' is not supported.`)
  return MODES[mode]
}
