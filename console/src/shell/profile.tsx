import { roleLabels } from '@podium/contract/permissions.ts'
import { useNavigate } from '@tanstack/react-router'
import { LogOut, UserPen } from 'lucide-react'
import { LOGOUT, mayLeave } from '../navigation/may-leave.ts'
import { paths } from '../navigation/paths.ts'
import { endSession } from '../session/start.ts'
import { useSession, useSessionState } from '../session/use-session.ts'
import text from '../theme/text.module.css'
import { IconButton } from '../ui/button/icon-button.tsx'
import { Tile } from '../ui/layout/tile.tsx'
import { Menu } from '../ui/menu/menu.tsx'
import styles from './sidebar.module.css'

/** The person, with the profile menu and the way out. */
export function Profile() {
  const session = useSession()
  const { account } = useSessionState()
  const navigate = useNavigate()
  if (!account) return null
  const logout = async () => {
    if (await mayLeave(LOGOUT)) await endSession(session)
  }
  return (
    <div className={styles.profile}>
      <Menu
        align="start"
        trigger={
          <button type="button" className={styles.person}>
            <span className={text.hidden}>Profile, </span>
            <Tile of={account.id} round />
            <span className={styles.words}>
              <b>{account.id}</b> <span>{roleLabels[account.role]}</span>
            </span>
          </button>
        }
        items={[
          {
            label: 'Edit Profile',
            icon: UserPen,
            onSelect: () => void navigate(paths.editProfile()),
          },
          { label: 'Logout', icon: LogOut, onSelect: () => void logout() },
        ]}
      />
      <IconButton icon={LogOut} label="Logout" onClick={() => void logout()} />
    </div>
  )
}
