import { type AccountDetail, makePasswordLink } from '@podium/contract/accounts.ts'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import type { ReplyOf } from '../../../api/route-types.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { Button } from '../../../ui/button/button.tsx'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import styles from './password-link-card.module.css'

/** A link with which the account chooses its password itself, so that nobody else ever knows it. */
export function PasswordLinkCard({ account }: { account: AccountDetail }) {
  const showFailure = useFailure()
  const [link, setLink] = useState<ReplyOf<typeof makePasswordLink>>()
  const [isBusy, setBusy] = useState(false)

  async function make() {
    setBusy(true)
    try {
      setLink(await call(makePasswordLink, { params: { id: account.id } }))
    } catch (error) {
      await showFailure('The link could not be made.', error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card title="Or let them choose it">
      <p className={styles.words}>
        A link works once. With it {account.username} sets a new password, without anybody telling another.
      </p>
      <div aria-live="polite">
        {link && (
          <>
            <p className={styles.link}>
              <code>{link.url}</code>
              <CopyButton text={link.url} label="Copy password link" />
            </p>
            <p className={styles.words}>
              Shown this once. It works until <Moment at={link.expires_at} />.
            </p>
          </>
        )}
      </div>
      <Button busy={isBusy} onClick={() => void make()}>
        {link ? 'Make another link' : 'Make Password Link'}
      </Button>
    </Card>
  )
}
