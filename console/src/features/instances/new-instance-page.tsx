import { readVersion } from '@podium/contract/calls/solutions.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { q } from '../../api/query.ts'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { useAddress } from '../../navigation/use-address.ts'
import { useDisabledReason } from '../../session/use-caller.ts'
import { useWorkspace } from '../../session/use-session.ts'
import text from '../../theme/text.module.css'
import { Button, buttonClass, TextButton } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { NotAllowed } from '../../ui/feedback/not-allowed.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { Stepper } from '../../ui/form/stepper.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { lazyPart } from '../../ui/lazy/lazy.tsx'
import { useFreeInstanceName } from '../runs/components/use-free-name.ts'
import { draftOf } from './form/instance-draft.ts'
import { useInstanceForm } from './form/use-instance-form.tsx'
import { chosenVersion, SolutionStep } from './wizard/solution-step.tsx'

const InstanceForm = lazyPart(async () => (await import('./form/instance-form.tsx')).InstanceForm)

const STEPS = ['Select AI solution', 'Instance details'] as const

export async function load({ queries, search }: PageContext) {
  const params = chosenVersion(search)
  if (params) await queries.prefetchQuery(q(readVersion, { params }))
}

export function Page() {
  const { id: ws } = useWorkspace()
  const reason = useDisabledReason('instance.create')
  return (
    <>
      <PageHeader
        title="New Instance"
        lead="A solution version set up to run: its name, tiers, modes and parameters. Its runs are grouped in streams."
      />
      {reason === undefined ? (
        <Wizard />
      ) : (
        <NotAllowed
          reason={reason}
          action={
            <Link {...paths.instances({ ws })} className={buttonClass()}>
              See the instances
            </Link>
          }
        />
      )}
    </>
  )
}

/** Two steps, each in the address: the solution version, then how it runs. Typed text survives a change of step. */
function Wizard() {
  const { search, change } = useAddress()
  const navigate = useNavigate()
  const { id: ws } = useWorkspace()
  const step = search.step === 'details' ? 1 : 0
  const chosen = chosenVersion(search)
  const form = useInstanceForm({ workspace_id: ws, chosen })
  const version = form.versionQuery.data
  const suggested = step === 1 && version ? `${version.metadata_json.name}-v${version.version_num}` : ''
  const offered = useFreeInstanceName(ws, suggested, suggested !== '')
  const offerName = useEffectEvent((name: string) => form.rebase({ ...draftOf(), name }))
  useEffect(() => {
    if (offered !== undefined) offerName(offered)
  }, [offered])
  const heading = useRef<HTMLHeadingElement>(null)
  const stepBefore = useRef(step)
  useEffect(() => {
    if (stepBefore.current !== step) heading.current?.focus({ preventScroll: true })
    stepBefore.current = step
  }, [step])

  // Both steps share one history entry, so that Back from the new instance leads to the page before.
  function go(to: number, others: Record<string, undefined> = {}) {
    change({ ...others, step: to === 1 ? 'details' : undefined }, { replace: true })
  }

  function details() {
    if (!chosen)
      return (
        <EmptyState
          title="No AI solution is selected yet"
          action={<Button onClick={() => go(0)}>Select one</Button>}
        >
          The details depend on the solution version.
        </EmptyState>
      )
    return (
      <Suspense fallback={<SkeletonRows label="Loading the form" rows={8} tall />}>
        <InstanceForm
          label="Instance details"
          form={form}
          afterGone={
            <>
              What you typed is still here.{' '}
              <TextButton onClick={() => go(0, { solution: undefined, version: undefined })}>
                Select another AI solution
              </TextButton>
            </>
          }
          back={
            <Button kind="ghost" onClick={() => go(0)}>
              Back
            </Button>
          }
          onCancel={() => void navigate(paths.instances({ ws }))}
        />
      </Suspense>
    )
  }

  return (
    <>
      <Stepper label="Steps" steps={STEPS} current={step} onStep={go} />
      <h2 ref={heading} tabIndex={-1} className={text.hidden}>
        {STEPS[step]}
      </h2>
      {step === 0 ? <SolutionStep onNext={() => go(1)} /> : details()}
    </>
  )
}
