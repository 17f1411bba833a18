import type { ReplyOf } from '@podium/contract/call.ts'
import { type Holdings, offBoardAccount } from '@podium/contract/off-boarding.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { countOf } from '../../../format/number.ts'
import { paths } from '../../../navigation/paths.ts'
import { namesOf } from '../../../record/consequences.tsx'
import { useChange } from '../../../record/use-change.ts'
import { useAccount } from '../../../session/use-session.ts'
import layout from '../../../theme/layout.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { FormColumns, FormFields, FormFrame, FormSection, SaveBar } from '../../../ui/form/form-frame.tsx'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { SelectField } from '../../../ui/form/select.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { HoldingsCard, liveRuns } from './holdings-card.tsx'
import { type Fate, LeaveResult } from './leave-result.tsx'

interface LeaveFormProps {
  /** of the account */
  id: string
  holdings: Holdings
}

type Runs = 'keep' | 'stop'
type Settled = ReplyOf<typeof offBoardAccount>

/** Three short steps: who takes over, what becomes of the runs, and what becomes of the account. */
export function LeaveForm({ id, holdings }: LeaveFormProps) {
  const { username, display_name, workspaces, revision } = holdings
  const navigate = useNavigate()
  const { accountId: own, id: ownName } = useAccount()
  const [managers, setManagers] = useState<Readonly<Record<string, string>>>({})
  const [runs, setRuns] = useState<Runs>('keep')
  const [fate, setFate] = useState<Fate>('lock')
  const [done, setDone] = useState<{ settled: Settled; holdings: Holdings; fate: Fate }>()
  const left = workspaces.filter(({ only_manager }) => only_manager)
  const missing = left.filter((workspace) => !managers[workspace.id])
  const live = liveRuns(holdings)

  const { change: settle, isBusy } = useChange({
    confirm: () => ({
      mode: fate === 'delete' ? ('delete' as const) : ('edit' as const),
      prompt: `${fate === 'lock' ? 'Lock' : 'Delete'} ${username}?`,
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
    tell: () => undefined,
    onDone: (settled) => setDone({ settled, holdings, fate }),
  })

  if (done) return <LeaveResult id={id} {...done} />
  return (
    <>
      <PageHeader
        title="Person Leaves"
        lead={`${display_name} (${username}): hand over what they hold, then lock or delete the account.`}
      />
      <div className={layout.stack}>
        <HoldingsCard id={id} holdings={holdings} />
        <FormColumns length="short">
          <FormFrame label="Person Leaves" onSubmit={() => void settle(undefined)}>
            <FormFields sections>
              <FormSection title="1. Hand over">
                {left.length === 0 && <p>{`No workspace needs another manager when ${username} leaves.`}</p>}
                {left.map((workspace) => (
                  <SelectField
                    key={workspace.id}
                    label={`New manager of ${workspace.display_name}`}
                    help={`${username} is the only manager there.`}
                    placeholder="Choose a person"
                    value={managers[workspace.id] ?? ''}
                    options={successorOptions(workspace.successors, { id: own, username: ownName })}
                    onChange={({ currentTarget }) =>
                      setManagers({ ...managers, [workspace.id]: currentTarget.value })
                    }
                  />
                ))}
              </FormSection>
              <FormSection title="2. Runs">
                {live === 0 ? (
                  <p>{`${username} has no queued or running runs.`}</p>
                ) : (
                  <RadioGroup<Runs>
                    legend={`${countOf(live, 'run')} of ${username} ${live === 1 ? 'is' : 'are'} queued or running`}
                    options={[
                      {
                        value: 'keep',
                        label: 'Let them run',
                        help: 'Any member of the workspace can stop them later.',
                      },
                      {
                        value: 'stop',
                        label: 'Stop them',
                        help: 'They are asked to stop as soon as the account is locked or deleted.',
                      },
                    ]}
                    value={runs}
                    onChange={setRuns}
                  />
                )}
              </FormSection>
              <FormSection title="3. Account">
                <RadioGroup<Fate>
                  legend="What happens to the account"
                  options={[
                    {
                      value: 'lock',
                      label: 'Lock it',
                      help: 'Every sign-in ends now. Memberships stay, and an administrator can unlock it.',
                    },
                    {
                      value: 'delete',
                      label: 'Delete it',
                      help: 'Every sign-in and every membership ends now. What the person created stays.',
                    },
                  ]}
                  value={fate}
                  onChange={setFate}
                />
              </FormSection>
            </FormFields>
            <SaveBar note="Everything is done at once, or nothing.">
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
                {fate === 'lock' ? `Lock ${username}` : `Delete ${username}`}
              </Button>
            </SaveBar>
          </FormFrame>
        </FormColumns>
      </div>
    </>
  )
}

type Successor = Holdings['workspaces'][number]['successors'][number]

/** The other members, and the administrator who decides: they may take over themselves. */
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
  const ends = `${countOf(sessions, 'session')} and ${countOf(access_tokens, 'access token')} end at once.`
  const goesOn =
    runs === 'stop'
      ? `${countOf(live, 'run')} will be stopped.`
      : `${countOf(live, 'run')} will keep running.`
  const stays = fate === 'lock' ? 'Everything else is kept.' : 'What they created stays.'
  return [ends, live > 0 ? goesOn : '', stays].filter(Boolean).join(' ')
}
