import { CircleQuestionMark } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../drawing/icon.tsx'
import styles from './tooltip.module.css'
import { useTooltip } from './tooltip.tsx'

/** The question mark beside a label. It is called Help, so that no field shares its name. */
export function HelpTip({ children }: { children: ReactNode }) {
  const { trigger, tooltip } = useTooltip(children)
  return (
    <>
      <button type="button" aria-label="Help" className={styles.help} {...trigger}>
        <Icon of={CircleQuestionMark} size={14} />
      </button>
      {tooltip}
    </>
  )
}
