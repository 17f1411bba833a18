const KEYS = `
  .netrc .pgpass .my.cnf .pypirc .npmrc .git-credentials .htpasswd .vault_pass .s3cfg .boto .databrickscfg .comet.config
  .terraformrc .dockercfg .ssh .gnupg .aws .azure .gcloud .oci .kube .docker .config .kaggle .huggingface .podium`

/** Names of folders that a tool makes again. */
const MADE_AGAIN = `
  .git .hg .svn .bzr .jj node_modules __pycache__ __pypackages__ .venv .direnv .conda .pixi .tox .nox .eggs .cache .npm
  .yarn .pnpm-store .parcel-cache .gradle .m2 .cargo .terraform .local .mypy_cache .pytest_cache .ruff_cache .pytype .pyre
  .hypothesis .ipynb_checkpoints`

/** Names of a person's editor, shell or system. */
const PERSONAL = `
  .idea .vscode .vs .history .viminfo .DS_Store .AppleDouble .Spotlight-V100 .Trashes .fseventsd .directory`

const STAYING = new Set([KEYS, MADE_AGAIN, PERSONAL].flatMap((names) => names.trim().split(/\s+/)))

/** Patterns of such names: `.env.local`, `.secrets.toml`, `._photo.jpg` of macOS, `.train.py.swp` of vim. */
const STAYING_LIKE =
  /^\.(env.*|.*(secret|credential|password|token).*|_.*|#.*|trash-.*|nfs.*|.*\.sw[a-p]|.*_history)$/i

/** The cache and local settings of DVC, the secrets of Streamlit. */
const STAYING_PATHS = /(^|\/)(\.dvc\/(cache|tmp|config\.local)|\.streamlit\/secrets\.toml)$/

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
  return STAYING.has(name) || STAYING_LIKE.test(name) || STAYING_PATHS.test(path)
}
