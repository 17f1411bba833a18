import type { AccountRole } from '@podium/contract/permissions.ts'
import type { RightsCardProps } from '../components/rights-card.tsx'

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
