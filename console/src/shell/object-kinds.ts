import type { Found, SearchKind } from '@podium/contract/calls/search.ts'
import {
  Bookmark,
  Box,
  Building2,
  Database,
  Layers,
  type LucideIcon,
  Package,
  Play,
  User,
  Workflow,
} from 'lucide-react'
import { paths } from '../navigation/paths.ts'
import { parseSearch, type Target } from '../navigation/target.ts'

interface ObjectKind {
  title: string
  singular: string
  icon: LucideIcon
  /** the page that shows it; its workspace becomes the current one */
  to: (found: Pick<Found, 'id' | 'name' | 'address'>, ws: string) => Target
  /** the path of its own page, if it has one */
  path?: string
}

export const OBJECT_KINDS: Readonly<Record<SearchKind, ObjectKind>> = {
  run: {
    title: 'Runs',
    singular: 'run',
    icon: Play,
    to: ({ id }, ws) => paths.run(id, { ws }),
    path: '/inferenceModel/run/$id',
  },
  solution: {
    title: 'Solutions',
    singular: 'solution',
    icon: Package,
    to: ({ id }, ws) => paths.solution(id, { ws }),
    path: '/solution/$id',
  },
  instance: {
    title: 'Instances',
    singular: 'instance',
    icon: Layers,
    to: ({ id }, ws) => paths.instance(id, { ws }),
    path: '/inferenceModel/instance/$id',
  },
  stream: {
    title: 'Streams',
    singular: 'stream',
    icon: Workflow,
    to: ({ name }, ws) => paths.models({ view: 'runs', stream: name, ws }),
  },
  model: {
    title: 'Models',
    singular: 'model',
    icon: Box,
    to: ({ id }, ws) => paths.model(id, { ws }),
    path: '/inferenceModel/models/$id',
  },
  'data-set': {
    title: 'Data sets',
    singular: 'data set',
    icon: Database,
    to: ({ id }, ws) => paths.dataSet(id, { ws }),
    path: '/dataSet/$id',
  },
  'run-view': {
    title: 'Saved views',
    singular: 'saved view',
    icon: Bookmark,
    to: ({ address }, ws) => paths.models({ ...parseSearch(address), ws }),
  },
  workspace: {
    title: 'Workspaces',
    singular: 'workspace',
    icon: Building2,
    to: ({ id }) => paths.workspace(id),
    path: '/settings/workspace/detail/$id',
  },
  account: {
    title: 'Accounts',
    singular: 'account',
    icon: User,
    to: ({ id }) => paths.editAccount(id),
    path: '/settings/account/edit/$id',
  },
}

/** Returns the kind of object that the page with that path shows; undefined for other pages. */
export function kindOfPage(path: string | undefined): SearchKind | undefined {
  const kinds = Object.keys(OBJECT_KINDS) as SearchKind[]
  return kinds.find((kind) => path !== undefined && OBJECT_KINDS[kind].path === path)
}
