import { canonicalJson, isObject, isPresent } from '../rules/metadata-json.ts'
import { isEmail, isWebAddress } from '../rules/rules.ts'
import type { Metadata } from './metadata.ts'

/** The author's description of a solution, sorted into the tabs of the console. */

/** The state of a folder when it was registered, 'main@1a2b3c4, with changes'; null for one without git. */
export function folderState({ folder }: Record<string, unknown>): string | null {
  if (!isObject(folder) || typeof folder.commit !== 'string' || folder.commit === '') return null
  const branch = typeof folder.branch === 'string' && folder.branch !== '' ? `${folder.branch}@` : ''
  return `${branch}${folder.commit.slice(0, 7)}${folder.is_dirty === true ? ', with changes' : ''}`
}

export interface DescriptionTab {
  title: string
  /** '' if the author wrote nothing */
  markdown: string
}

const FIRST_TABS = ['Overview', 'Problem', 'Data', 'Key Feature', 'Value']
const LAST_TABS = ['Note', 'Contact']
/** Keys of generation 1.0 that later became parts of the detail. */
const EARLY_TABS = { 'Input Data': 'input_data', 'Output Data': 'output_data', Algorithm: 'algorithm' }

/**
 * The tabs in order: Overview, Problem, Data, Key Feature, Value, then one for each other title, then Note and Contact.
 * The seven named ones always exist.
 */
export function descriptionTabs(metadata: Metadata): DescriptionTab[] {
  const description = descriptionOf(metadata)
  const tabs = new Map([...FIRST_TABS, ...LAST_TABS].map((title) => [wordOf(title), { title, parts: [''] }]))
  const add = (title: string, content: unknown) => {
    const tab = tabs.get(wordOf(title)) ?? { title: title.trim(), parts: [] }
    tabs.set(wordOf(title), tab)
    tab.parts.push(textOf(content))
  }
  for (const title of FIRST_TABS) add(title, description[title.toLowerCase().replace(' ', '_')])
  for (const [title, key] of Object.entries(EARLY_TABS))
    if (isPresent(description[key])) add(title, description[key])
  for (const part of detailOf(description)) add(part.title, part.content)
  add('Note', isPresent(description.note) ? description.note : description.note_and_contact)
  add('Contact', contactText(description, metadata))
  const all = [...tabs.values()].map(({ title, parts }) => ({ title, markdown: joined(parts) }))
  const isLast = (tab: DescriptionTab) => LAST_TABS.includes(tab.title)
  return [...all.filter((tab) => !isLast(tab)), ...all.filter(isLast)]
}

/** E-mail addresses and links in `contact`, or else in `note_and_contact`; each once, in order. */
export function contactsOf(metadata: Metadata): string[] {
  const description = descriptionOf(metadata)
  const text = textOf(isPresent(description.contact) ? description.contact : description.note_and_contact)
  const words = text.split(/[\s<>()[\]{}"'`|,;]/).map((word) => withoutEnds(word.replace(/^mailto:/i, '')))
  return [...new Set(words.filter((word) => isEmail(word) || isWebAddress(word)))]
}

function descriptionOf(metadata: Metadata): Record<string, unknown> {
  if (isObject(metadata.description)) return metadata.description
  return { overview: metadata.description }
}

function detailOf(description: Record<string, unknown>): { title: string; content: unknown }[] {
  if (!Array.isArray(description.detail)) return []
  return description.detail.filter(isObject).map(({ title, content }) => ({
    title: typeof title === 'string' && title.trim() !== '' ? title : 'Detail',
    content,
  }))
}

function contactText(description: Record<string, unknown>, metadata: Metadata): string {
  if (isPresent(description.contact)) return textOf(description.contact)
  return contactsOf(metadata)
    .map((contact) => `- ${contact}`)
    .join('\n')
}

function textOf(value: unknown): string {
  if (!isPresent(value)) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).join('\n\n')
  return isObject(value) ? `\`\`\`json\n${canonicalJson(value)}\n\`\`\`` : String(value)
}

/** Normalises titles: 'key_feature', 'Key feature' and 'Key Feature' are the same. */
function wordOf(title: string): string {
  return title
    .trim()
    .toLowerCase()
    .replaceAll(/[_\s]+/g, ' ')
}

function joined(parts: string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n')
}

/** The word without punctuation and emphasis marks around it. */
function withoutEnds(word: string): string {
  const marks = '.,:;!?*_'
  let from = 0
  let to = word.length
  while (from < to && marks.includes(word.charAt(from))) from += 1
  while (to > from && marks.includes(word.charAt(to - 1))) to -= 1
  return word.slice(from, to)
}
