import { mayHoldKeys } from '@podium/contract/rules/left-behind.ts'
import { staysHere } from '../stays-here.ts'

/** Why a file or folder does not go along with a run. */
export type Reason = 'secret' | 'made-again' | 'result' | 'named' | 'link' | 'special'

/** Folders in which programs and trackers write what they made, and files of that kind. */
const RESULT =
  /^(out|outputs?|runs|results?|logs?|wandb|mlruns|mlartifacts|lightning_logs|tb_logs|tensorboard|tensorboard_logs|multirun|ray_results|dvclive|catboost_info|htmlcov|nohup\.out|mlflow\.db|.*\.log|.*\.tfevents\..*)$/

/** What a build or an installation makes. */
const BUILT = /^(build|dist|target|site-packages|.*\.(egg|dist-info))$/

/** Names of files that hold keys. */
const KEY = /^(id_(rsa|dsa|ecdsa|ed25519)|.*\.(pem|key|p12|pfx|jks|keystore|kdbx))$/i

/** Names of files that hold passwords, or that are modules about them. */
const PASSWORD = /^(.*[-_.])?(secrets?|credentials?|passwords?)([-_.].*)?$/i

/** The reason why a path stays here in every folder; null if it goes along. */
export function reasonToStay(path: string): Reason | null {
  if (!staysHere(path)) return null
  return mayHoldKeys(path) ? 'secret' : 'made-again'
}

/** The reason why a path that git ignores is no data; null if it may be some. */
export function reasonOfIgnored(path: string): Reason | null {
  const name = nameOf(path)
  if (RESULT.test(name)) return 'result'
  if (BUILT.test(name)) return 'made-again'
  return KEY.test(name) || PASSWORD.test(name) ? 'secret' : null
}

/** The reason why a path that git neither ignores nor tracks stays here; null if it goes along. */
export function reasonOfUntracked(path: string): Reason | null {
  return KEY.test(nameOf(path)) ? 'secret' : null
}

/** True if the name of a file or folder, or of one above it, says that it holds keys or passwords. */
export function mayBeSecret(path: string): boolean {
  const name = nameOf(path)
  return mayHoldKeys(path) || KEY.test(name) || PASSWORD.test(name)
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
