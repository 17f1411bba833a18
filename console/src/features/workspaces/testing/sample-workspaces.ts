import type { QuotasReply } from '@podium/contract/calls/quotas.ts'
import type { Member, Workspace } from '@podium/contract/calls/workspaces.ts'
import { type FakeServer, personWith, versions, workspaceCalled } from '../../../testing/open-console.tsx'

export function recordCalled(name: string, part: Partial<Workspace> = {}): Workspace {
  return {
    ...workspaceCalled(name),
    s3_bucket_name: `aster-${name}`,
    dashboard_hash: 'c7f1e0',
    execution_specs: [
      { name: 'high', instance: 'm5.4xlarge' },
      { name: 'standard', instance: 'm5.xlarge' },
    ],
    network: false,
    queue: '',
    pending_limit_minutes: null,
    system_user: '',
    stop_grace_seconds: null,
    member_count: 3,
    first_members: [],
    created_at: '2026-11-01T00:00:00.000Z',
    updated_at: '2026-11-20T10:04:00.000Z',
    revision: 4,
    ...part,
  }
}

/** A member whose account has the id `id-{username}`. */
export function memberCalled(username: string, part: Partial<Member> = {}): Member {
  return {
    account_id: `id-${username}`,
    username,
    display_name: `${username} of Aster`,
    email: `${username}@aster.example`,
    company: 'Aster Works',
    department: 'Vision',
    login_type: 'static',
    role: 'DEVELOPER',
    source: 'direct',
    created_at: '2026-11-02T00:00:00.000Z',
    ends_at: null,
    usage: [
      { service_name: 'Training', amount: 0, unit: 'hours' },
      { service_name: 'Inference', amount: 0, unit: 'hours' },
      { service_name: 'Storage', amount: 0, unit: 'GiB' },
    ],
    ...part,
  }
}

export const engine = {
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

export const summary = {
  total: 3,
  by_role: { MANAGER: 1, DEVELOPER: 2, MEMBER: 0 },
  active_30_days: 2,
  usage: [
    { service_name: 'Training', amount: 1204.5, unit: 'hours' },
    { service_name: 'Inference', amount: 0, unit: 'hours' },
    { service_name: 'Storage', amount: 0.25, unit: 'GiB' },
  ],
}

const AMOUNTS = [0, 0, 4, 1204.5, 12.25, 3]

export const use = {
  months: AMOUNTS.map((amount, at) => ({
    month: `2026-${String(at + 6).padStart(2, '0')}`,
    usage: [
      { service_name: 'Training', amount, unit: 'hours' },
      { service_name: 'Inference', amount: amount / 2, unit: 'hours' },
    ],
  })),
}

const NO_LIMITS = { runs: null, cpu: null, memory_gib: null, gpu: null, hours_month: null, storage_gib: null }
const USE = { runs: 6, cpu: 44, memory_gib: 176, gpu: 1, hours_month: 38.24, storage_gib: 0.5 }

export const quotas: QuotasReply = {
  ...NO_LIMITS,
  runs: 8,
  hours_month: 40,
  person: { ...NO_LIMITS, runs: 4 },
  use: USE,
  people: [
    {
      account_id: 'id-kim',
      username: 'kim',
      display_name: 'Kim of Aster',
      limits: { ...NO_LIMITS, runs: 6 },
      own: ['runs'],
      use: { ...USE, runs: 2 },
    },
  ],
  members: 3,
}

/** Answers the calls of every page here. Instance types that begin with `m5.` are known. */
export function serverWith(record: Workspace, person = personWith([record])): FakeServer {
  return {
    'GET /versions': () => versions(),
    'GET /auth/session': () => [200, person],
    'GET /engine': () => [200, engine],
    'GET /workspaces': () => [200, { workspaces: [record], total: 1 }],
    'GET /workspaces/info': ({ query }) =>
      query.get('workspace_id') === record.id
        ? [200, { ...record, ecr_base_path: 'registry/', specs: record.execution_specs }]
        : [404, { detail: 'There is nothing here that you may see.' }],
    'GET /workspaces/instance/info': ({ query }) => {
      const name = query.get('instance_type')
      const type = {
        instance_type: name,
        vcpu: 4,
        memory_gib: 16,
        gpu_count: 0,
        gpu_name: '',
        source: 'table',
      }
      return name?.startsWith('m5.') ? [200, type] : [404, { detail: 'Invalid instance type.' }]
    },
    [`GET /workspaces/${record.id}/quotas`]: () => [200, quotas],
    [`GET /workspaces/${record.id}/usage`]: () => [200, use],
    [`GET /workspaces/${record.id}/members/overview/summary`]: () => [200, summary],
  }
}
