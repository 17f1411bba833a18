import { Card } from '../../../ui/layout/card.tsx'
import { roleLabel } from '../components/role-label.ts'
import { ROLE_RIGHTS } from './change-words.ts'
import styles from './roles-card.module.css'

/** What the three roles mean, beside the choice of them. */
export function RolesCard() {
  return (
    <Card title="Roles here">
      <dl className={styles.roles}>
        {(['MANAGER', 'DEVELOPER', 'MEMBER'] as const).map((role) => (
          <div key={role}>
            <dt>{roleLabel({ role })}</dt>
            <dd>{ROLE_RIGHTS[role]}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
