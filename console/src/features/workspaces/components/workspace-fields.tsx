import { readEngine } from '@podium/contract/system.ts'
import { isGpuTier, type Tier } from '@podium/contract/tiers.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { InformationFields } from './information-fields.tsx'
import { ResourceFields } from './resource-fields.tsx'
import type { WorkspaceForm } from './use-workspace-form.ts'
import styles from './workspace-form.module.css'

interface WorkspaceFieldsProps {
  form: WorkspaceForm
  withDashboard: boolean
  /** what each checked instance type offers */
  offers: Record<string, string>
  /** The workspace is there already: its name is its namespace and never changes. */
  named?: boolean
}

export function WorkspaceFields({ form, withDashboard, offers, named = false }: WorkspaceFieldsProps) {
  const engine = useQuery(q(readEngine))

  function placeholderFor(tier: Tier): string | undefined {
    if (engine.data?.largest.gpu === 0 && isGpuTier(tier)) return undefined
    return engine.data?.own_instance_type ?? 'instance type'
  }

  return (
    <div className={styles.columns}>
      <InformationFields form={form} withDashboard={withDashboard} named={named} />
      <ResourceFields form={form} offers={offers} placeholderFor={placeholderFor} />
    </div>
  )
}
