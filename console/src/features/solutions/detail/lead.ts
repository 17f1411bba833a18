import type { Metadata } from '@podium/contract/metadata.ts'
import { descriptionTabs } from '@podium/contract/metadata-description.ts'
import { isObject } from '@podium/contract/metadata-json.ts'
import { plainText } from '../../../ui/code/markdown-plain.ts'

/** A sentence is shorter; the parser takes its time over a long text. */
const READ = 2000

/** What a version is for, in one sentence: the author's title, else how the first text begins; undefined without both. */
export function leadOf(metadata: Metadata): string | undefined {
  const title = isObject(metadata.description) ? metadata.description.title : undefined
  if (typeof title === 'string' && title.trim() !== '') return firstSentence(title)
  const tabs = descriptionTabs(metadata)
  const text = ['Overview', 'Problem'].map((name) => tabs.find((tab) => tab.title === name)?.markdown)
  return firstSentence(plainText((text.find((markdown) => markdown) ?? '').slice(0, READ)))
}

/** undefined where nothing is written. */
function firstSentence(text: string): string | undefined {
  const line = text.trim().split('\n')[0] ?? ''
  const sentence = /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line
  if (sentence.length <= 200) return sentence || undefined
  return `${sentence.slice(0, sentence.lastIndexOf(' ', 200))} …`
}
