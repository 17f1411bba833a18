import { type Holdings, offBoardAccount } from '@podium/contract/calls/off-boarding.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { countOf } from '../../../format/number.ts'
import { paths } from '../../../navigation/paths.ts'
import { namesOf } from '../../../record/consequences.tsx'
import { useChange } from '../../../record/use-change.ts'
import { useAccount } from '../../../session/use-session.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { FormFields, FormFrame, FormSection, SaveBar } from '../../../ui/form/form-frame.tsx'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { SelectField } from '../../../ui/form/select.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import accounts from '../components/accounts.module.css'
import { endings, HoldingsCard, liveRuns, liveWords, nameOf } from './holdings-card.tsx'
import { type Fate, LeaveResult } from './leave-result.tsx'

type Runs = 'keep' | 'stop'
type Settled = ReplyOf<typeof offBoardAccount>

/** The steps of leaving: successors and runs, as far as there are any, then the account itself. */
export function LeaveForm({ id, holdings }: { id: string; holdings: Holdings }) {
  const { username, workspaces, revision } = holdings
  const name = nameOf(holdings)
  const navigate = useNavigate()
  const { accountId: own, id: ownName } = useAccount()
  const [managers, setManagers] = useState<Readonly<Record<string, string>>>({})
  const [runs, setRuns] = useState<Runs>('keep')
  const [fate, setFate] = useState<Fate>('lock')
  const [done, setDone] = useState<{ settled: Settled; holdings: Holdings; fate: Fate }>()
  const left = workspaces.filter(({ only_manager }) => only_manager)
  const missing = left.filter((workspace) => !managers[workspace.id])
  const live = liveRuns(holdings)
  const ends = endings(holdings)
  const them = live === 1 ? 'it' : 'them'

  const { change: settle, isBusy } = useChange({
    confirm: () => ({
      mode: fate === 'delete' ? ('delete' as const) : ('edit' as const),
      prompt: `${fate === 'lock' ? 'Lock' : 'Delete'} ${name}?`,
      yes: fate === 'lock' ? 'Lock' : 'Delete',
      detail: consequences(holdings, runs, fate),
    }),
    change: (_: undefined, send) => {
      const named = left.map((workspace) => ({
        workspace_id: workspace.id,
        account_id: managers[workspace.id] ?? '',
      }))
      const body = { revision, managers: named, runs, account: fate }
      return send(offBoardAccount, { params: { id }, body })
    },
    failed: 'Nothing was done.',
    onDone: (settled) => setDone({ settled, holdings, fate }),
  })

  /** Facts that need no step. */
  const unneeded = [
    left.length === 0 && 'No workspace needs another manager.',
    live === 0 && 'No runs are queued or running.',
  ].filter(Boolean)
  /** Steps are numbered if there are several. */
  const steps = [...(left.length > 0 ? ['Hand over'] : []), ...(live > 0 ? ['Runs'] : []), 'Account']
  const titleOf = (step: string) => (steps.length === 1 ? step : `${steps.indexOf(step) + 1}. ${step}`)

  if (done) return <LeaveResult id={id} {...done} />
  return (
    <>
      <PageHeader
        title="Person Leaves"
        lead={`${name} (${username}): hand over what they hold, then lock or delete the account.`}
      />
      <div className={classNames(layout.stack, accounts.form)}>
        <HoldingsCard
          id={id}
          holdings={holdings}
          footer={unneeded.length > 0 ? <span className={text.muted}>{unneeded.join(' ')}</span> : undefined}
        />
        <FormFrame label="Person Leaves" onSubmit={() => void settle(undefined)}>
          <FormFields sections>
            {left.length > 0 && (
              <FormSection title={titleOf('Hand over')}>
                {left.map((workspace) => (
                  <SelectField
                    key={workspace.id}
                    label={`New manager of ${workspace.display_name}`}
                    help={`${name} is the only manager there.`}
                    placeholder="Choose a person"
                    value={managers[workspace.id] ?? ''}
                    options={successorOptions(workspace.successors, { id: own, username: ownName })}
                    onChange={({ currentTarget }) =>
                      setManagers({ ...managers, [workspace.id]: currentTarget.value })
                    }
                  />
                ))}
              </FormSection>
            )}
            {live > 0 && (
              <FormSection title={titleOf('Runs')}>
                <RadioGroup<Runs>
                  legend={`${name} has ${liveWords(live)}`}
                  options={[
                    {
                      value: 'keep',
                      label: `Let ${them} run`,
                      help: `Any member of the workspace can stop ${them} later.`,
                    },
                    {
                      value: 'stop',
                      label: `Stop ${them}`,
                      help: `${live === 1 ? 'It is' : 'They are'} asked to stop as soon as the account is locked or deleted.`,
                    },
                  ]}
                  value={runs}
                  onChange={setRuns}
                />
              </FormSection>
            )}
            <FormSection title={titleOf('Account')}>
              <RadioGroup<Fate>
                legend="What happens to the account"
                options={[
                  {
                    value: 'lock',
                    label: 'Lock it',
                    help: 'All sessions end now. Memberships stay, and an administrator can unlock it.',
                  },
                  {
                    value: 'delete',
                    label: 'Delete it',
                    help: 'All sessions and memberships end now. What the person created stays, except webhooks.',
                  },
                ]}
                value={fate}
                onChange={setFate}
              />
              {ends !== '' && <p className={text.muted}>{ends}</p>}
            </FormSection>
          </FormFields>
          <SaveBar
            note={`Workspaces and account change together or not at all${
              live > 0 && runs === 'stop' ? '; then the runs are asked to stop.' : '.'
            }`}
          >
            <Button onClick={() => void navigate(paths.editAccount(id))}>Cancel</Button>
            <Button
              type="submit"
              kind={fate === 'delete' ? 'danger' : 'primary'}
              busy={isBusy}
              disabledReason={
                id === own
                  ? 'You cannot off-board yourself.'
                  : missing.length > 0
                    ? `Choose a new manager of ${namesOf(
                        missing.map((workspace) => workspace.display_name),
                        missing.length,
                      )} first.`
                    : undefined
              }
            >
              {fate === 'lock' ? `Lock ${name}` : `Delete ${name}`}
            </Button>
          </SaveBar>
        </FormFrame>
      </div>
    </>
  )
}

type Successor = Holdings['workspaces'][number]['successors'][number]

/** The other members, and the administrator who decides and may take over themselves. */
function successorOptions(successors: readonly Successor[], own: { id: string; username: string }) {
  const options = successors.map(({ account_id, username, display_name }) => ({
    value: account_id,
    label: `${username}, ${display_name}`,
  }))
  const isListed = successors.some(({ account_id }) => account_id === own.id)
  return isListed ? options : [...options, { value: own.id, label: `${own.username} (you)` }]
}

function consequences(holdings: Holdings, runs: Runs, fate: Fate): string {
  const { sessions, access_tokens } = holdings
  const live = liveRuns(holdings)
  const signIns = `${countOf(sessions, 'session')} and ${countOf(access_tokens, 'access token')} end at once.`
  const goesOn =
    runs === 'stop'
      ? `${countOf(live, 'run')} will be stopped.`
      : `${countOf(live, 'run')} will keep running.`
  const stays = fate === 'lock' ? 'Everything else is kept.' : 'What they created stays, except webhooks.'
  return [signIns, live > 0 ? goesOn : '', endings(holdings), stays].filter(Boolean).join(' ')
}
