import { readInstanceType } from '@podium/contract/calls/instance-types.ts'
import { type QuotasReply, readQuotas } from '@podium/contract/calls/quotas.ts'
import { readEngine } from '@podium/contract/calls/system.ts'
import { readMemberSummary, readWorkspaceUse } from '@podium/contract/calls/workspace-use.ts'
import {
  listWorkspaces,
  type Member,
  readWorkspace,
  type Workspace,
} from '@podium/contract/calls/workspaces.ts'
import { emptyValues } from '@podium/contract/rules/fields.ts'
import { workspaceFields } from '@podium/contract/rules/workspace-fields.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { type FakeServer, fake, refused } from '../../../testing/fake.ts'
import { personWith, signedIn, workspaceCalled } from '../../../testing/open-console.tsx'
import { ENGINE } from '../../../testing/samples.ts'

export function recordCalled(name: string, part: Partial<Workspace> = {}): Workspace {
  return {
    ...emptyValues(workspaceFields),
    ...workspaceCalled(name),
    s3_bucket_name: `aster-${name}`,
    dashboard_hash: 'c7f1e0',
    execution_specs: [
      { name: 'high', instance: 'm5.4xlarge' },
      { name: 'standard', instance: 'm5.xlarge' },
    ],
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

export const summary: ReplyOf<typeof readMemberSummary> = {
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

export const use: ReplyOf<typeof readWorkspaceUse> = {
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
    ...signedIn(person),
    ...fake(readEngine, ENGINE),
    ...fake(listWorkspaces, { workspaces: [record], total: 1 }),
    ...fake(readWorkspace, ({ query }) =>
      query.workspace_id === record.id
        ? { ...record, ecr_base_path: 'registry/', specs: record.execution_specs }
        : refused(404, 'There is nothing here that you may see.'),
    ),
    ...fake(readInstanceType, ({ query: { instance_type = '' } }) =>
      instance_type.startsWith('m5.')
        ? { instance_type, vcpu: 4, memory_gib: 16, gpu_count: 0, gpu_name: '', source: 'table' }
        : refused(404, 'Invalid instance type.'),
    ),
    ...fake(readQuotas, record, quotas),
    ...fake(readWorkspaceUse, record, use),
    ...fake(readMemberSummary, record, summary),
  }
}
