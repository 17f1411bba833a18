import type { Route } from '@podium/contract/route.ts'

interface Tag {
  name: string
  description: string
  at: RegExp
}

/** The domains of the product by the addresses of their calls; the first that fits is meant. */
const TAGS: Tag[] = [
  { name: 'auth', description: 'Sign in, sign out, the first account', at: /^auth\// },
  { name: 'accounts', description: 'Accounts, and what concerns their sign-in', at: /^settings\/accounts/ },
  { name: 'directory', description: "The organisation's directory", at: /^settings\/directory/ },
  { name: 'preferences', description: 'What a person prefers to see', at: /^settings\/preferences/ },
  { name: 'objects', description: 'Files in the bucket of a workspace', at: /^workspaces\/\{id\}\/objects/ },
  { name: 'workspaces', description: 'Workspaces, their members and their tiers', at: /^workspaces/ },
  { name: 'solutions', description: 'Solutions and their versions', at: /^solutions/ },
  { name: 'instances', description: 'Versions bound to a name, tiers and modes', at: /^instances/ },
  { name: 'streams', description: 'Uses of an instance', at: /^streams/ },
  { name: 'runs', description: 'Runs, their logs and what they leave', at: /^streamhistories/ },
  { name: 'audit', description: 'What was changed, and by whom', at: /^audit/ },
  { name: 'system', description: 'The server itself: its health, version and engine', at: /./ },
]

export function tagOf(route: Route): string {
  return tagFor(route).name
}

/** The tags that these calls have, with what each stands for. */
export function tagsOf(routes: readonly Route[]): Omit<Tag, 'at'>[] {
  const used = new Set(routes.map(tagFor))
  return TAGS.filter((tag) => used.has(tag)).map(({ name, description }) => ({ name, description }))
}

function tagFor({ path }: Route): Tag {
  const address = path.replace('/api/v1/', '')
  return TAGS.find(({ at }) => at.test(address)) as Tag
}
