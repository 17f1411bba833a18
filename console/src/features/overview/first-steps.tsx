import { createInstance, listInstances } from '@podium/contract/calls/instances.ts'
import { startRun } from '@podium/contract/calls/runs.ts'
import { readVersion, registerSample } from '@podium/contract/calls/solutions.ts'
import { createStream, listStreams } from '@podium/contract/calls/streams.ts'
import { Link } from '@tanstack/react-router'
import { Check, LineChart, PackagePlus, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../navigation/button-link.tsx'
import { paths } from '../../navigation/paths.ts'
import { type Send, useChange } from '../../record/use-change.ts'
import { useDisabledReason } from '../../session/use-caller.ts'
import { useWorkspace } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { inside } from '../../ui/base-path.ts'
import { Button } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/drawing/icon.tsx'
import { TemplateLink } from '../solutions/components/template-link.tsx'
import styles from './overview.module.css'
import type { Content, Home } from './use-home.ts'

type Version = Content<'versions'>['versions'][number]

export function countRuns({ runs }: Pick<Content<'counts'>, 'runs'>): number {
  return Object.values(runs).reduce((sum, count) => sum + count, 0)
}

/** Guides from an empty workspace to the first curve. Not shown once there is more than one version or run. */
export function FirstSteps({ home }: { home: Home }) {
  const { id: ws } = useWorkspace()
  const counts = home.cards.counts?.content
  const version = home.cards.versions?.content?.versions.at(-1)
  const first = home.cards.recent?.content?.all.at(-1)
  const runs = counts ? countRuns(counts) : 0
  if (!counts || counts.versions > 1 || runs > 1) return null
  return (
    <ol className={styles.steps} aria-label="First steps">
      <Step
        number={1}
        title="Register the sample"
        isDone={counts.solutions > 0}
        isNext={counts.solutions === 0}
        action={<RegisterSample isNext={counts.solutions === 0} />}
        note={
          <>
            Or <Link {...paths.solutions({ register: '1' })}>register your own solution</Link>.{' '}
            <TemplateLink /> to start from;{' '}
            <a href={inside('/guide/register-a-solution.html')}>how to create a solution</a> explains the
            rest.
          </>
        }
      >
        One click registers penguins, a small solution that tells penguin species apart, with its data.
      </Step>
      <Step
        number={2}
        title="Train it"
        isDone={runs > 0}
        isNext={counts.solutions > 0 && runs === 0}
        action={<TrainFirst version={version} />}
      >
        Starts a training run with the data that came with the solution. The sample takes a few seconds.
      </Step>
      <Step
        number={3}
        title="Watch its curve"
        isDone={false}
        isNext={first !== undefined}
        action={
          first ? (
            <ButtonLink {...paths.run(first.id, { ws, tab: 'figures' })} kind="primary">
              <Icon of={LineChart} /> Open the curve
            </ButtonLink>
          ) : (
            <Button icon={LineChart} disabledReason="Start a run first.">
              Open the curve
            </Button>
          )
        }
      >
        Figures are drawn while the run trains; log and model are on the same page.
      </Step>
    </ol>
  )
}

interface StepProps {
  number: number
  title: string
  isDone: boolean
  isNext: boolean
  action: ReactNode
  note?: ReactNode
  children: string
}

function Step({ number, title, isDone, isNext, action, note, children }: StepProps) {
  return (
    <li
      className={classNames(layout.surface, styles.step, isNext && styles.next)}
      aria-current={isNext ? 'step' : undefined}
    >
      <span className={styles.number} aria-hidden="true">
        {isDone ? <Icon of={Check} size={14} /> : number}
      </span>
      <h2>
        {title}
        {isDone && <span className={text.hidden}>, done</span>}
      </h2>
      <p className={classNames(text.muted, styles.about)}>{children}</p>
      {!isDone && <div>{action}</div>}
      {!isDone && note !== undefined && <p className={classNames(text.note)}>{note}</p>}
    </li>
  )
}

function RegisterSample({ isNext }: { isNext: boolean }) {
  const { id: workspace_id } = useWorkspace()
  const reason = useDisabledReason('solution.register')
  const { change, isBusy } = useChange({
    change: (_: undefined, send) => send(registerSample, { query: { workspace_id } }),
    tell: () => ({ snackbar: 'The sample is registered.' }),
    failed: 'The sample could not be registered.',
  })
  return (
    <Button
      kind={isNext ? 'primary' : 'outline'}
      icon={PackagePlus}
      busy={isBusy}
      disabledReason={reason}
      onClick={() => void change(undefined)}
    >
      Register the sample
    </Button>
  )
}

function TrainFirst({ version }: { version: Version | undefined }) {
  const { id: workspace_id } = useWorkspace()
  const reason = useDisabledReason('run.start')
  const { change, isBusy } = useChange({
    change: (of: Version, send) => trainFirst(of, workspace_id, send),
    tell: ({ name }) => ({ snackbar: `${name} is started.` }),
    failed: 'The run could not be started.',
  })
  return (
    <Button
      kind={version ? 'primary' : 'outline'}
      icon={Play}
      busy={isBusy}
      disabledReason={reason ?? (version ? undefined : 'Register a solution first.')}
      onClick={() => version && void change(version)}
    >
      Start training
    </Button>
  )
}

/** Starts the first training run, and creates what it needs unless an earlier try has. */
async function trainFirst(
  { solution_id, solution_name, version_num }: Version,
  workspace_id: string,
  send: Send,
) {
  const query = { workspace_id }
  const name = `${solution_name}-v${version_num}`
  const { id: solution_version_id } = await send(readVersion, { params: { id: solution_id, n: version_num } })
  const { instances } = await send(listInstances, { query: { ...query, solution_version_id } })
  const instance =
    instances[0] ?? (await send(createInstance, { query, body: { name, solution_version_id } }))
  const { streams } = await send(listStreams, { query: { ...query, instance_id: instance.id } })
  const stream = streams[0] ?? (await send(createStream, { query, body: { instance_id: instance.id, name } }))
  return send(startRun, { params: { id: stream.id }, query, body: { pipeline: 'train' } })
}
