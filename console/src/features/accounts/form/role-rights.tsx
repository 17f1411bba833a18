import type { AccountRole } from '@podium/contract/permissions.ts'
import { Check, Minus } from 'lucide-react'
import { Icon } from '../../../ui/drawing/icon.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import styles from './role-rights.module.css'

const RIGHTS: Record<AccountRole, { title: string; may: readonly string[]; mayNot: readonly string[] }> = {
  DEVELOPER: {
    title: 'What a Developer may do',
    may: [
      'See the workspaces they belong to',
      'Register, edit, run and stop there',
      'Delete what they made themselves',
    ],
    mayNot: ['Accounts and workspaces stay with Admin', "Members stay with the workspace's Manager"],
  },
  ADMIN: {
    title: 'What an Admin may do',
    may: [
      'See and enter every workspace',
      'Make, edit and delete accounts and workspaces',
      'Unlock accounts and set passwords',
      'Do there what its Manager may do',
    ],
    mayNot: ['Not even an Admin changes their own type or deletes themselves'],
  },
}

/** What the chosen account type stands for, beside the form. */
export function RoleRights({ role }: { role: AccountRole }) {
  const { title, may, mayNot } = RIGHTS[role]
  return (
    <Card title={title}>
      <ul className={styles.rights}>
        {may.map((text) => (
          <li key={text} className={styles.right}>
            <Icon of={Check} className={styles.granted} />
            {text}
          </li>
        ))}
        {mayNot.map((text) => (
          <li key={text} className={styles.withheld}>
            <Icon of={Minus} />
            {text}
          </li>
        ))}
      </ul>
    </Card>
  )
}
