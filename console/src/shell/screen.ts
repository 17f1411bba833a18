import type { Permission } from '@podium/contract/rules/permissions.ts'
import type { LucideIcon } from 'lucide-react'
import type { PageModule } from '../navigation/page.ts'
import type { Target } from '../navigation/target.ts'

/**
 * The visitors who may open a screen:
 * - `signed-out`: people who are not signed in
 * - `password`: people who must change a password, or have the secret of a one-time link
 * - a permission: people who have it through the roles of their account and in the current workspace
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
  /** in the router's syntax: `/solution/$id` */
  path: string
  title: string
  access: Access
  /** the breadcrumb, itself last; `workspace` is the current workspace */
  crumbs: readonly (Crumb | 'workspace')[]
  /** shown without navigation and without a workspace */
  bare?: true
  /** the page; without one the address leads to the overview */
  page?: () => Promise<PageModule>
  /** the redirection */
  leadsTo?: Target
}

export interface MenuEntry {
  label: string
  icon: LucideIcon
  to: Target
  /** the entry is active on pages below this path */
  prefix: string
  children?: readonly MenuChild[]
}

export interface MenuChild extends Omit<MenuEntry, 'icon' | 'children'> {
  /** the permission that the menu entry needs */
  access?: Permission
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: Screen
  }
}
