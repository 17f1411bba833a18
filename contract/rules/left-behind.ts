/** The files of its working folder that a run made or changed are among its outputs below this folder. */
export const KEPT_WORK = 'work/'

/** The folder of Podium's own files in a source. */
export const OWN_FOLDER = '.podium'

/** Names of files and folders that tools make again: version control, environments, caches. */
const MADE_AGAIN = names(`
  .git .hg .svn .bzr .jj node_modules __pycache__ __pypackages__ .venv .direnv .conda .pixi .tox .nox .eggs .cache .npm
  .yarn .pnpm-store .parcel-cache .gradle .m2 .cargo .terraform .local .config .mypy_cache .pytest_cache .ruff_cache
  .pytype .pyre .hypothesis .ipynb_checkpoints .ipython .keras .nv .triton`)

const MADE_AGAIN_LIKE = /\.(pyc|pyo|egg-info)$/
const MADE_AGAIN_PATHS = /(^|\/)\.dvc\/(cache|tmp)(\/|$)/

/** Names of files and folders in which programs keep keys and passwords. */
const KEYS = names(`
  .netrc .pgpass .my.cnf .pypirc .npmrc .git-credentials .htpasswd .vault_pass .s3cfg .boto .databrickscfg .comet.config
  .terraformrc .dockercfg .ssh .gnupg .aws .azure .gcloud .oci .kube .docker .kaggle .huggingface`)

/** Such names as `.env.local` and `.secrets.toml`. */
const KEYS_LIKE = /^\.(env.*|.*(secret|credential|password|token).*)$/i
const KEYS_PATHS = /(^|\/)(\.dvc\/config\.local|\.streamlit\/secrets\.toml)$/

/**
 * True if the file or folder, or a folder above it, is a cache, an environment or other data that a tool makes again,
 * so that nobody keeps it. An environment with a name of its own is recognised by its `pyvenv.cfg`, not here.
 * @param path relative to the top folder, with '/'
 */
export function isLeftBehind(path: string): boolean {
  const isMadeAgain = (name: string) => MADE_AGAIN.has(name) || MADE_AGAIN_LIKE.test(name)
  return path.split('/').some(isMadeAgain) || MADE_AGAIN_PATHS.test(path)
}

/**
 * True if the file or folder, or a folder above it, usually contains keys or passwords, so that it is neither sent nor
 * kept.
 * @param path relative to the top folder, with '/'
 */
export function mayHoldKeys(path: string): boolean {
  return path.split('/').some((name) => KEYS.has(name) || KEYS_LIKE.test(name)) || KEYS_PATHS.test(path)
}

function names(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
