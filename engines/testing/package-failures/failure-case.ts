import type {
  FailedInstall,
  IndexAnswer,
  InstallSettings,
} from '../../local/environments/failure/failed-install.ts'

/** The tested installers, by the names under which their outputs are recorded. */
export const INSTALLERS = ['pip 23', 'pip 25', 'pip', 'uv'] as const
export const PIPS: Installer[] = ['pip 23', 'pip 25', 'pip']
export type Installer = (typeof INSTALLERS)[number]

/** An installer's output and exit code. */
export interface Outcome {
  code: number | null
  output: string
}

/** A file in the index of a case, and attributes on its page. */
export interface Offer {
  file: string
  content: Buffer
  /** replaces the right one; '' omits it */
  hash?: string
  python?: string
  yanked?: string
}

/** The answer of the index to one address, instead of a page or file. */
export interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string
  /** breaks off after so many bytes of the file */
  cut?: number
  /** closes the connection without an answer */
  reset?: true
}

/** Placeholders in files and settings of a case, and their values in recorded outputs. */
export const ADDRESSES = {
  index: 'http://packages.example',
  extra: 'http://extra.example',
  closed: 'http://closed.example',
  private: 'https://private.example',
}

export interface FailureCase {
  name: string
  /** the files of the source; `{index}` and the like are addresses */
  files: Record<string, string>
  /** the arguments after `install`; by default the requirements.txt */
  asks?: string[]
  offers?: Offer[]
  /** files of a second index */
  extra?: Offer[]
  answers?: (path: string) => Answer | null
  settings?: Partial<InstallSettings>
  /** the machine's own settings of the tools */
  environment?: Record<string, string>
  /** answers of the index to the server's own requests */
  asked?: IndexAnswer[]
  /** the installers that fail; by default all */
  installers?: Installer[]
}

/** Returns a function that creates cases of a requirements.txt; `defaults` apply where a case has no other values. */
export function casesWith(defaults: Partial<FailureCase> = {}) {
  return (name: string, text: string, more: Partial<FailureCase> = {}): FailureCase => {
    return { name, files: { 'requirements.txt': text }, ...defaults, ...more }
  }
}

/** Replaces addresses in a case's text by their values in recorded outputs. */
export function withAddresses(text: string): string {
  return Object.entries(ADDRESSES).reduce(
    (filled, [name, address]) =>
      filled
        .replaceAll(`localhost:{${name}-port}`, address.replace(/^https?:\/\//, ''))
        .replaceAll(`{${name}}`, address)
        .replaceAll(`{${name}-host}`, address.replace(/^https?:\/\//, '')),
    text,
  )
}

/** Returns the failure that the server would pass on if a tool had written the output for the case. */
export function failureOf(one: FailureCase, installer: Installer, { code, output }: Outcome): FailedInstall {
  const files = Object.entries(one.files).map(([path, text]) => [path, withAddresses(text)])
  const settings = { ...DEFAULTS, ...one.settings }
  const filled = Object.entries(settings).map(([name, value]) => [name, value && withAddresses(value)])
  return {
    tool: installer === 'uv' ? 'uv' : 'pip',
    output,
    code,
    python: '3.11.7',
    files: Object.fromEntries(files),
    settings: Object.fromEntries(filled) as unknown as InstallSettings,
    ...(one.asked && { answers: one.asked }),
  }
}

const DEFAULTS: InstallSettings = { index_url: '{index}/simple', extra_index_url: null, find_links: null }
