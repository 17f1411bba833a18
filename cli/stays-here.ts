import { isLeftBehind, mayHoldKeys } from '@podium/contract/rules/left-behind.ts'

/** Names of a person's editor, shell or system, and of this command. */
const PERSONAL = new Set(
  `.idea .vscode .vs .history .viminfo .DS_Store .AppleDouble .Spotlight-V100 .Trashes .fseventsd .directory .podium`.split(
    ' ',
  ),
)

/** Such names as `._photo.jpg` of macOS and `.train.py.swp` of vim. */
const PERSONAL_LIKE = /^\.(_.*|#.*|trash-.*|nfs.*|.*\.sw[a-p]|.*_history)$/i

/** True if a name in the path begins with a dot. */
export function isHidden(path: string): boolean {
  return /(^|\/)\./.test(path)
}

/**
 * True if the file or folder is left out when its folder is registered. Every other name that begins with a dot is
 * part of a project: `.python-version`, `.streamlit/config.toml`, `.dvc/config`.
 * @param path relative to that folder, with '/'
 */
export function staysHere(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return PERSONAL.has(name) || PERSONAL_LIKE.test(name) || isLeftBehind(path) || mayHoldKeys(path)
}
