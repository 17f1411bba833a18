/**
 * Names of files and folders that stay on this machine, at any depth: what holds passwords and keys, what a tool makes
 * again, and what belongs to the editor or the system of a person. Every other file that begins with a dot is part of a
 * project: `.python-version`, `.streamlit/config.toml`, `.dvc/config`.
 */
const STAYING = new Set([
  // passwords and keys
  ...[
    '.env',
    '.envrc',
    '.netrc',
    '.pgpass',
    '.pypirc',
    '.npmrc',
    '.git-credentials',
    '.htpasswd',
    '.vault_pass',
  ],
  ...[
    '.ssh',
    '.gnupg',
    '.aws',
    '.azure',
    '.gcloud',
    '.oci',
    '.kube',
    '.docker',
    '.kaggle',
    '.huggingface',
    '.podium',
  ],
  // version control
  ...['.git', '.hg', '.svn', '.bzr', '.jj'],
  // environments and caches
  ...[
    'node_modules',
    '__pycache__',
    '__pypackages__',
    '.venv',
    '.direnv',
    '.conda',
    '.pixi',
    '.tox',
    '.nox',
    '.eggs',
  ],
  ...[
    '.cache',
    '.npm',
    '.yarn',
    '.pnpm-store',
    '.parcel-cache',
    '.gradle',
    '.m2',
    '.cargo',
    '.terraform',
    '.local',
  ],
  ...['.mypy_cache', '.pytest_cache', '.ruff_cache', '.pytype', '.pyre', '.hypothesis', '.ipynb_checkpoints'],
  // editors, shells and systems
  ...['.idea', '.vscode', '.vs', '.history', '.bash_history', '.python_history', '.viminfo'],
  ...['.DS_Store', '.AppleDouble', '.Spotlight-V100', '.Trashes', '.fseventsd', '.directory'],
])

/** The same, by the beginning or the end of the name: `.env.local`, `._photo.jpg` of macOS, `.train.py.swp` of vim. */
const STAYING_LIKE = /^(\.env\..+|\._.*|\.#.*|\.Trash-.*|\.nfs.*|\..*\.sw[a-p]|\..*_history)$/

/** The same, in one place: the cache and own settings of DVC, the secrets of Streamlit. */
const STAYING_PATHS = /(^|\/)(\.dvc\/(cache|tmp|config\.local)|\.streamlit\/secrets\.toml)$/

/** True if the file or folder stays on this machine when its folder is registered. `path`: from that folder down, with '/'. */
export function staysHere(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return STAYING.has(name) || STAYING_LIKE.test(name) || STAYING_PATHS.test(path)
}
