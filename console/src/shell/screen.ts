import type { Permission } from '@podium/contract/rules/permissions.ts'
import type { LucideIcon } from 'lucide-react'
import type { PageModule } from '../navigation/page.ts'
import type { Target } from '../navigation/target.ts'

/**
 * Who may open a screen:
 * - `signed-out`: only who is not signed in
 * - `password`: who must change a password, or comes with the secret of a one-time link
 * - else those who have the permission, by the roles of the account and in the current workspace
 */
export type Access = 'signed-out' | 'password' | Permission

export interface Crumb {
  label: string
  to?: Target
  /** the permission that a link needs; without it the step is plain text */
  access?: Permission
}

/** One row of the route table. */
export interface Screen {
  /** as the router writes it: `/solution/$id` */
  path: string
  title: string
  access: Access
  /** the way to it, itself last; `workspace` stands for the current workspace */
  crumbs: readonly (Crumb | 'workspace')[]
  /** without navigation and without a workspace */
  bare?: true
  /** what it shows; without one the address leads to the overview */
  page?: () => Promise<PageModule>
  /** leads here instead */
  leadsTo?: Target
}

export interface MenuEntry {
  label: string
  icon: LucideIcon
  to: Target
  /** it is the active one below this path */
  prefix: string
  children?: readonly MenuChild[]
}

export interface MenuChild extends Omit<MenuEntry, 'icon' | 'children'> {
  /** the permission without which it is left out of the menu */
  access?: Permission
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: Screen
  }
}
