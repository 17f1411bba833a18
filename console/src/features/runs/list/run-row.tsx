import type { Run } from '@podium/contract/runs.ts'
import { Ellipsis } from 'lucide-react'
import { NOTHING } from '../../../format/nothing.ts'
import { formatVersion } from '../../../format/version.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Menu } from '../../../ui/menu/menu.tsx'
import type { MenuItem } from '../../../ui/menu/menu-item.ts'
import table from '../../../ui/table/table.module.css'
import { Moment } from '../../../ui/text/moment.tsx'
import { RunChip } from '../components/run-chip.tsx'
import { RunDuration } from '../components/run-duration.tsx'
import { RunLink } from '../components/run-link.tsx'
import { tierName } from '../components/tier-name.ts'
import styles from './model-list.module.css'

interface RunRowProps {
  run: Run
  menu: readonly MenuItem[]
}

export function RunRow({ run, menu }: RunRowProps) {
  return (
    <tr className={table.leaf}>
      <td className={styles.first}>
        <span className={styles.runName}>
          <RunLink run={run} />
          {run.pipeline === 'inference' && <span className={styles.quiet}>inference</span>}
        </span>
      </td>
      <td>{formatVersion(run.model_version)}</td>
      <td>
        <RunChip state={run.state} />
      </td>
      <td className={styles.roomy}>{tierName(run.execution_spec)}</td>
      <td className={styles.roomy}>{run.created_by || NOTHING}</td>
      <td>{run.started_at === null ? NOTHING : <Moment at={run.started_at} />}</td>
      <td className={table.numeric}>
        <RunDuration run={run} />
      </td>
      <td className={classNames(table.menuCell, styles.menuCell)}>
        <Menu trigger={<IconButton icon={Ellipsis} label={`More for ${run.name}`} />} items={menu} />
      </td>
    </tr>
  )
}
