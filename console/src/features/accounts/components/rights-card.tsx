import type { AccountRole } from '@podium/contract/permissions.ts'
import { Check, Minus } from 'lucide-react'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/drawing/icon.tsx'
import { Card } from '../../../ui/layout/card.tsx'

interface RightsCardProps {
  title: string
  /** what holds, each with a tick */
  yes: readonly string[]
  /** what does not, quieter and below */
  no: readonly string[]
}

/** What comes with a choice beside the form in which it is made. */
export function RightsCard({ title, yes, no }: RightsCardProps) {
  return (
    <Card title={title}>
      <ul className={classNames(layout.stackTight, text.small)}>
        {yes.map((fact) => (
          <li key={fact} className={layout.row}>
            <Icon of={Check} className={text.green} />
            {fact}
          </li>
        ))}
        {no.map((fact) => (
          <li key={fact} className={classNames(layout.row, text.muted)}>
            <Icon of={Minus} />
            {fact}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What the chosen account type stands for, beside the form. */
export const ROLE_RIGHTS: Record<AccountRole, RightsCardProps> = {
  DEVELOPER: {
    title: 'What a Developer may do',
    yes: [
      'See the workspaces they belong to',
      'Register, edit, run and stop there',
      'Delete what they made themselves',
    ],
    no: ['Accounts and workspaces stay with Admin', "Members stay with the workspace's Manager"],
  },
  ADMIN: {
    title: 'What an Admin may do',
    yes: [
      'See and enter every workspace',
      'Make, edit and delete accounts and workspaces',
      'Unlock accounts and set passwords',
      'Do there what its Manager may do',
    ],
    no: ['Not even an Admin changes their own type or deletes themselves'],
  },
}
