import type { Holdings, offBoardAccount } from '@podium/contract/calls/off-boarding.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { Link } from '@tanstack/react-router'
import { countOf } from '../../../format/number.ts'
import { ButtonLink } from '../../../navigation/button-link.tsx'
import { paths } from '../../../navigation/paths.ts'
import layout from '../../../theme/layout.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { nameOf } from './holdings-card.tsx'
import styles from './leave.module.css'

export type Fate = 'lock' | 'delete'

interface LeaveResultProps {
  id: string
  settled: ReplyOf<typeof offBoardAccount>
  /** the holdings that were decided on */
  holdings: Holdings
  fate: Fate
}

/** Reports what was done, and what remains. */
export function LeaveResult({ id, settled, holdings, fate }: LeaveResultProps) {
  const name = nameOf(holdings)
  const { handed_over, memberships, sessions, access_tokens, webhooks, runs } = settled
  return (
    <>
      <PageHeader
        title={`${name} is ${fate === 'lock' ? 'locked' : 'deleted'}`}
        lead="What was done, and what remains."
      />
      <div className={layout.stackClose}>
        <Card title="Done">
          <ul className={classNames(layout.stackTight, styles.sentences)}>
            {handed_over.map(({ workspace_id, display_name, username: successor }) => (
              <li key={workspace_id}>
                <b>{successor}</b> is a manager of{' '}
                <Link {...paths.workspace(workspace_id, { tab: 'access' })}>{display_name}</Link> now.
              </li>
            ))}
            <li>{`${countOf(sessions, 'session')} and ${countOf(access_tokens, 'access token')} ended.`}</li>
            {memberships > 0 && <li>{`${countOf(memberships, 'membership')} ended.`}</li>}
            {webhooks > 0 && (
              <li>{`${countOf(webhooks, 'webhook')} ${webhooks === 1 ? 'was' : 'were'} deleted.`}</li>
            )}
            {runs !== null && runs.stopped > 0 && (
              <li>{`${countOf(runs.stopped, 'run')} ${runs.stopped === 1 ? 'was' : 'were'} asked to stop.`}</li>
            )}
          </ul>
        </Card>
        <Card title="Left">
          <ul className={layout.stackTight}>
            <li>{leftWords(runs)}</li>
            <li>{`${webhooks > 0 ? 'What else' : 'What'} ${name} created stays, and the other members can keep using it.`}</li>
            {fate === 'lock' && (
              <li>The memberships stay. An administrator can unlock the account at any time.</li>
            )}
          </ul>
          {runs !== null && runs.failed.length > 0 && (
            <Note tone="warn" title={`${countOf(runs.failed.length, 'run')} could not be stopped.`}>
              {runs.failed[0]?.detail}
            </Note>
          )}
        </Card>
        <div className={layout.row}>
          <ButtonLink {...paths.accounts()}>Back to Accounts</ButtonLink>
          {fate === 'lock' && (
            <ButtonLink {...paths.editAccount(id, { tab: 'access' })}>Open the account</ButtonLink>
          )}
        </div>
      </div>
    </>
  )
}

function leftWords(runs: LeaveResultProps['settled']['runs']): string {
  if (runs === null) return 'What became of the runs is not known. Look at them in each workspace.'
  const { going_on } = runs
  if (going_on === 0) return 'No runs are left.'
  return `${countOf(going_on, 'run')} ${going_on === 1 ? 'keeps' : 'keep'} running.`
}
