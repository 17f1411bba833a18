import type { InstanceDetail } from '@podium/contract/instances.ts'
import type { VersionDetail } from '@podium/contract/solutions.ts'
import { useEffect, useRef, useState } from 'react'
import { useJudge } from '../../../ui/form/use-judge.ts'
import type { Entry } from '../../runs/components/parameters/parameter-entry.ts'
import { type ChangeDraft, type InstanceDraft, type PipelineForm, pipelineForms } from './instance-draft.ts'
import { instanceProblems, type Problems, problemsOf } from './instance-problems.ts'

interface FormOptions {
  draft: InstanceDraft
  change: ChangeDraft
  /** as it will be sent */
  name: string
  version: VersionDetail
  kept?: InstanceDetail | undefined
}

export type InstanceForm = ReturnType<typeof useInstanceForm>

/** The form of an instance: what stands in it, what is wrong with it, and the focus where that is. */
export function useInstanceForm({ draft, change, name, version, kept }: FormOptions) {
  const element = useRef<HTMLFormElement>(null)
  const [tried, setTried] = useState<'save' | 'draft'>()
  const [refused, setRefused] = useState<Problems>({})
  const [looks, setLooks] = useState(0)
  const forms: PipelineForm[] = pipelineForms(draft, version, kept)
  const checked = (asDraft: boolean) => instanceProblems({ draft, name, forms, asDraft })
  const [judged, setJudged] = useState<readonly string[]>([])
  const judgeSoon = useJudge((edited: readonly string[]) =>
    setJudged((before) => [...new Set([...before, ...edited])]),
  )
  const found = tried === undefined ? problemsOf(judged, checked(false)) : checked(tried === 'draft')

  useEffect(() => {
    if (looks === 0) return
    element.current
      ?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"] :is(input, button)')
      ?.focus()
  }, [looks])

  return {
    element,
    draft,
    name,
    forms,
    problems: { ...found, ...refused },
    /** edits some of it: what the server said of it counts no longer */
    change(part: Partial<InstanceDraft>) {
      setRefused({})
      change(part)
      const edited = Object.keys(part)
      setJudged((before) => before.filter((field) => !edited.includes(field)))
      judgeSoon(edited)
    },
    enter(key: string, entry: Entry) {
      setRefused({})
      change({ entries: { ...draft.entries, [key]: entry } })
    },
    /** Marks what is wrong, the first of which takes the focus; whether nothing was. */
    check(asDraft: boolean): boolean {
      setTried(asDraft ? 'draft' : 'save')
      const isGood = Object.keys(checked(asDraft)).length === 0
      if (!isGood) setLooks((known) => known + 1)
      return isGood
    },
    /** Puts the server's sentences on their fields. */
    refuse(messages: Problems) {
      setRefused(messages)
      setLooks((known) => known + 1)
    },
  }
}
