import type { Configuration } from '@podium/contract/rules/run-configuration.ts'
import type { OutputFile } from '@podium/engines/engine.ts'
import { plainLine } from '@podium/engines/plain-line.ts'
import { type Hide, LONGEST_NAME } from './figures.ts'
import { createWatched, type FileSource, fileName } from './found-files.ts'
import { type Open, readSmall } from './growing-file.ts'
import { nestedYaml } from './nested-yaml.ts'

type Setting = Configuration[string]

/** Where a setting comes from. If several have a name, the first of these counts. */
const KINDS = ['hydra', 'params', 'hparams', 'wandb', 'tensorboard'] as const
type Kind = (typeof KINDS)[number]

export const MAX_SETTINGS = 500
const LONGEST_SETTING = 500
const MAX_FILES = 100
const LARGEST_FILE = 64 * 1024

/** Collects settings from all files that have some. */
export interface Settings {
  /** Replaces the settings of a place, which is a file or a folder. Only texts, numbers and truth values count. */
  take(kind: Kind, place: string, values: Iterable<[string, unknown]>): void
  /** Returns null if there are none. */
  configuration(): Configuration | null
}

export function createSettings(hide: Hide): Settings {
  const places = new Map<string, { kind: Kind; values: Map<string, Setting> }>()

  function settingIn(value: unknown): Setting | null {
    if (typeof value === 'boolean') return value
    if (typeof value !== 'string' && typeof value !== 'number') return null
    const shown = hide(String(value))
    // A secret may be a number.
    if (Number.isFinite(value) && shown === String(value)) return value
    return plainLine(shown, LONGEST_SETTING)
  }

  return {
    take(kind, place, written) {
      const values = new Map<string, Setting>()
      for (const [name, value] of written) {
        const setting = settingIn(value)
        if (setting === null || name === '' || name.length > LONGEST_NAME) continue
        values.set(plainLine(hide(name), LONGEST_NAME), setting)
        if (values.size === MAX_SETTINGS) break
      }
      if (values.size > 0 && (places.has(place) || places.size < MAX_FILES))
        places.set(place, { kind, values })
    },
    configuration() {
      const found = new Map<string, Setting>()
      const rankOf = ({ kind }: { kind: Kind }) => KINDS.indexOf(kind)
      for (const { values } of [...places.values()].sort((a, b) => rankOf(a) - rankOf(b)))
        for (const [name, value] of values)
          if (!found.has(name) && found.size < MAX_SETTINGS) found.set(name, value)
      return found.size === 0 ? null : Object.fromEntries(found)
    },
  }
}

/** Reads the settings in the YAML files that Hydra, DVC, Lightning and wandb write. */
export function createConfigurationFiles(open: Open, settings: Settings, hide: Hide): FileSource {
  const watched = createWatched(MAX_FILES, 'files with settings', () => null)
  const large = new Set<string>()

  async function read({ path }: OutputFile, kind: Kind): Promise<void> {
    const found = await readSmall(open, path, LARGEST_FILE)
    if (found === null) return
    if (found === 'too large') {
      large.add(path)
      return
    }
    // A number that is a secret may lose its zeros when it is parsed.
    const text = hide(found)
    settings.take(kind, path, kind === 'wandb' ? wandbSettings(text) : nestedYaml(text, MAX_SETTINGS))
  }

  return {
    async take(files, atEnd) {
      const found = files.filter(({ path }) => kindOf(path) !== null)
      for (const [file] of watched.changed(found, atEnd)) {
        const kind = kindOf(file.path)
        if (kind) await read(file, kind)
      }
    },
    sentences: () => [
      ...watched.sentences(),
      ...[...large].map(
        (path) => `${plainLine(path, LONGEST_NAME)} is larger than 64 KiB, so it was left out.`,
      ),
    ],
  }
}

function kindOf(path: string): Kind | null {
  const name = fileName(path)
  if (/(?:^|\/)\.hydra\/config\.yaml$/.test(path)) return 'hydra'
  if (/^params\.ya?ml$/.test(name)) return 'params'
  if (/^hparams\.ya?ml$/.test(name)) return 'hparams'
  return /(?:^|\/)wandb\/[^/]+\/files\/config\.yaml$/.test(path) ? 'wandb' : null
}

/** In this file each setting has its value below the key 'value', beside a description. */
function* wandbSettings(text: string): Generator<[string, unknown]> {
  for (const [name, value] of nestedYaml(text, MAX_SETTINGS)) {
    const parts = name.split('.')
    if (parts[1] !== 'value' || parts[0]?.startsWith('_')) continue
    yield [parts.filter((_, at) => at !== 1).join('.'), value]
  }
}
