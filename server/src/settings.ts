import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { isWebAddress } from '@podium/contract/rules/rules.ts'
import type { SecretName, SettingName } from './setting-names.ts'

const UNITS: Record<string, number> = { '': 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 }

/** The bit of a file's mode that lets every user read it. */
const OTHERS_READ = 0o004

export type Settings = ReturnType<typeof readSettings>

/** Reads environment variables one by one and collects the errors. Empty variables count as unset. */
export function readSettings(env: Record<string, string | undefined>) {
  const problems: string[] = []
  const text = (name: SettingName): string | null => env[name]?.trim() || null
  const wrong = <T>(sentence: string, fallback: T): T => {
    problems.push(sentence)
    return fallback
  }

  const runsAreHere = (text('PODIUM_ENGINE') ?? 'local') === 'local'

  /** The value, or the content of the file that `…_FILE` names. */
  function secret(name: SecretName): string | null {
    const path = text(`${name}_FILE`)
    if (path === null) return text(name) === null ? null : (env[name] ?? null)
    try {
      if (runsAreHere && (statSync(path).mode & OTHERS_READ) !== 0)
        return wrong(
          `${name}_FILE: every user of this machine, runs among them, may read ${path}. Run: chmod 600 ${path}`,
          null,
        )
      return readFileSync(path, 'utf8').replace(/\r?\n$/, '') || null
    } catch (error) {
      return wrong(`${name}_FILE: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`, null)
    }
  }

  function whole<T extends number | null>(
    name: SettingName,
    range: { least: number; most: number; otherwise: T },
  ): number | T {
    const value = text(name)
    if (value === null) return range.otherwise
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= range.least && number <= range.most) return number
    return wrong(
      `${name}=${value}: give a whole number from ${range.least} to ${range.most}.`,
      range.otherwise,
    )
  }

  function choice<const T extends string>(
    name: SettingName,
    choices: readonly T[],
    otherwise: T,
    advice = `give one of ${choices.join(', ')}`,
  ): T {
    const value = text(name)
    if (value === null) return otherwise
    return choices.find((each) => each === value) ?? wrong(`${name}=${value}: ${advice}.`, otherwise)
  }

  function flag(name: SettingName): boolean {
    return choice(name, ['0', '1', 'false', 'true'], '0', 'give 1 or 0').replace('true', '1') === '1'
  }

  function webAddress(name: SettingName): URL | null {
    const value = text(name)
    if (value === null) return null
    if (isWebAddress(value)) return new URL(value)
    return wrong(`${name}=${value}: give an http or https address without a user name.`, null)
  }

  function databaseUrl(name: SecretName): string | null {
    const value = secret(name)
    if (value === null || /^postgres(ql)?:\/\/\S+$/.test(value)) return value
    return wrong(`${name}: give an address that begins with postgres://.`, null)
  }

  function list(name: SettingName, separator: string | RegExp = ','): string[] {
    return (text(name) ?? '')
      .split(separator)
      .map((each) => each.trim())
      .filter(Boolean)
  }

  /** Addresses or networks such as 10.0.0.0/8. */
  function addresses(name: SettingName): string[] {
    return list(name).filter((each) => {
      const [address = '', bits] = each.split('/')
      const most = { 4: 32, 6: 128 }[isIP(address)] ?? -1
      const good = most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
      return good || wrong(`${name}: '${each}' is not an address or a network.`, false)
    })
  }

  function size<T extends number | null>(name: SettingName, otherwise: T): number | T {
    const value = text(name)
    if (value === null) return otherwise
    const [, number, unit = ''] = /^(\d+)\s*(KiB|MiB|GiB|TiB)?$/.exec(value) ?? []
    if (number !== undefined) return Number(number) * (UNITS[unit] ?? 1)
    return wrong(`${name}=${value}: give a number of bytes, or one like 500 MiB or 10 GiB.`, otherwise)
  }

  /** The certificates in the named file, as PEM. */
  function certificates(name: SettingName): string | null {
    const path = text(name)
    if (path === null) return null
    try {
      const pem = readFileSync(path, 'utf8')
      return pem.includes('-----BEGIN CERTIFICATE-----')
        ? pem
        : wrong(`${name}: ${path} contains no certificate in PEM form.`, null)
    } catch (error) {
      return wrong(`${name}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`, null)
    }
  }

  return {
    problems,
    text,
    secret,
    certificates,
    whole,
    choice,
    flag,
    webAddress,
    databaseUrl,
    list,
    addresses,
    size,
  }
}
