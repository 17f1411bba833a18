import type {
  FailedInstall,
  IndexAnswer,
  InstallSettings,
} from '../../local/environments/failure/failed-install.ts'

/** The installers that are tried, by the names under which their outputs are recorded. */
export const INSTALLERS = ['pip 23', 'pip 25', 'pip', 'uv'] as const
export const PIPS: Installer[] = ['pip 23', 'pip 25', 'pip']
export type Installer = (typeof INSTALLERS)[number]

/** What an installer wrote, and its exit code. */
export interface Outcome {
  code: number | null
  output: string
}

/** A file that the index of a case offers, and what its page says about it. */
export interface Offer {
  file: string
  content: Buffer
  /** in place of the right one; '' leaves it out */
  hash?: string
  python?: string
  yanked?: string
}

/** The answer of the index to one address, in place of a page or file. */
export interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string
  /** breaks off after so many bytes of the file */
  cut?: number
  /** closes the connection without an answer */
  reset?: true
}

/** Names in braces that files and settings of a case hold, and what stands for each in recorded outputs. */
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
  /** the words after `install`; by default the requirements.txt */
  asks?: string[]
  offers?: Offer[]
  /** what a second index has */
  extra?: Offer[]
  answers?: (path: string) => Answer | null
  settings?: Partial<InstallSettings>
  /** the machine's own settings of the tools */
  environment?: Record<string, string>
  /** what the server was answered where it asked the index itself */
  asked?: IndexAnswer[]
  /** those that fail; all, unless said */
  installers?: Installer[]
}

/** A text of a case with the names of recorded outputs for its addresses. */
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

/** The failure that the server would hand on, had a tool written the output for the case. */
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
