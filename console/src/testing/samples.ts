import { NOTIFICATION_DEFAULTS } from '@podium/contract/calls/notifications.ts'
import type { readPreferences } from '@podium/contract/calls/preferences.ts'
import type { readEngine, readVersions } from '@podium/contract/calls/system.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'

export const VERSIONS: ReplyOf<typeof readVersions> = {
  versions: [{ ver_str: '2.0.0' }],
  release: { mlops_engine: 'local', monitoring: 'none' },
  product_version: '1.0.0',
  docs_url: '',
  help_contact: '',
  single_sign_on: '',
}

export const ENGINE: ReplyOf<typeof readEngine> = {
  engine: 'local',
  containers: false,
  packages: true,
  largest: { cpu: 2, memory_mib: 4096, gpu: 0 },
  notices: [],
  gaps: [],
  heeds: [],
  own_instance_type: '2cpu-4gib',
  objects: 'directory',
  disk: null,
}

export const PREFERENCES: ReplyOf<typeof readPreferences> = {
  theme: 'light',
  density: 'comfortable',
  shortcuts: 'on',
  times: 'dates',
  ...NOTIFICATION_DEFAULTS,
  solution_view: 'list',
  inference_view: 'streams',
  pinned_charts: [],
}
