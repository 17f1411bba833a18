import { messages } from '@podium/contract/rules/rules.ts'
import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { refreshSession } from '../../session/start.ts'
import { useSession } from '../../session/use-session.ts'
import text from '../../theme/text.module.css'
import { Button } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from '../../ui/dialog/dialog.module.css'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Icon } from '../../ui/drawing/icon.tsx'
import chip from '../../ui/text/chip.module.css'
import { useHelpContact } from '../auth/components/use-help-contact.tsx'
import { AskForAccessDialog } from './ask-for-access-dialog.tsx'
import { OwnRequests, useOwnRequests } from './own-requests.tsx'

/** Lets a person without a workspace log out or ask for access. Once a request is approved, the workspace opens. */
export function NoWorkspaceDialog({ onLogout }: { onLogout: () => void }) {
  const session = useSession()
  const requests = useOwnRequests()
  const [isAsking, setAsking] = useState(false)
  const contact = useHelpContact()
  const approved = requests.filter(({ state }) => state === 'approved').length
  useEffect(() => {
    if (approved > 0) void refreshSession(session, true)
  }, [approved, session])

  if (isAsking) return <AskForAccessDialog onClose={() => setAsking(false)} />
  return (
    <Dialog
      open
      persistent
      role="alertdialog"
      title={messages.no_workspace}
      symbol={
        <span className={classNames(styles.symbol, chip.bad)}>
          <Icon of={CircleAlert} size={18} />
        </span>
      }
      onClose={onLogout}
      footer={
        <>
          <Button wide onClick={() => setAsking(true)}>
            Ask for access
          </Button>
          <Button kind="primary" wide onClick={onLogout}>
            OK
          </Button>
        </>
      }
    >
      {contact && <p className={text.sub}>{contact}</p>}
      <OwnRequests requests={requests} />
    </Dialog>
  )
}
