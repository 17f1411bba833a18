import { readVersion } from '@podium/contract/solutions.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { q } from '../../api/query.ts'
import type { PageContext } from '../../navigation/page.ts'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import choice from '../../ui/form/choice.module.css'
import { Stepper } from '../../ui/form/stepper.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { latePart } from '../../ui/lazy/late-part.tsx'
import { SolutionStep } from './wizard/solution-step.tsx'
import { useWizard } from './wizard/use-wizard.ts'
import { chosenVersion } from './wizard/wizard-search.ts'

const DetailsStep = latePart(async () => (await import('./wizard/details-step.tsx')).DetailsStep)

const STEPS = ['Select AI solution', 'Instance details'] as const

export async function load({ queries, search }: PageContext) {
  const chosen = chosenVersion(search)
  if (chosen) await queries.prefetchQuery(q(readVersion, { params: chosen }))
}

/** Two steps, each in the address: which solution version, then how it runs. What was typed stays between them. */
export function Page() {
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const navigate = useNavigate()
  const wizard = useWizard()
  const at = search.step === 'details' ? 1 : 0

  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(at)

  useEffect(() => {
    if (before.current !== at) heading.current?.focus({ preventScroll: true })
    before.current = at
  }, [at])

  function go(step: number, from = search) {
    const next = { ...from, step: step === 1 ? 'details' : undefined }
    // Both steps are one entry of the history: Back from what was made leads to where the person came from.
    void navigate({ to: '.', search: next as never, replace: true })
  }
  return (
    <>
      <PageHeader
        title="New Instance"
        lead="An instance binds a solution version to tiers, modes and a name. Streams run on it."
      />
      <Stepper label="Steps" steps={STEPS} current={at} onStep={go} />
      <h2 ref={heading} tabIndex={-1} className={choice.hidden}>
        {STEPS[at]}
      </h2>
      {at === 0 ? (
        <SolutionStep onNext={() => go(1)} />
      ) : (
        <Suspense fallback={<SkeletonRows label="Loading the form" rows={8} tall />}>
          <DetailsStep
            wizard={wizard}
            onBack={() => go(0)}
            onAnother={() => go(0, { ...search, solution: undefined, version: undefined })}
          />
        </Suspense>
      )}
    </>
  )
}
