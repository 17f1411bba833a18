import { Check, Minus } from 'lucide-react'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/drawing/icon.tsx'
import { Card } from '../../ui/layout/card.tsx'

interface RightsCardProps {
  title: string
  /** rights that are granted, each with a tick */
  yes: readonly string[]
  /** rights that are not granted, muted and below */
  no: readonly string[]
}

/** Explains a choice beside the form in which it is made. */
export function RightsCard({ title, yes, no }: RightsCardProps) {
  return (
    <Card title={title}>
      <ul className={classNames(layout.stackTight, text.small)}>
        {yes.map((fact) => (
          <li key={fact} className={layout.row}>
            <Icon of={Check} className={text.green} />
            {fact}
          </li>
        ))}
        {no.map((fact) => (
          <li key={fact} className={classNames(layout.row, text.muted)}>
            <Icon of={Minus} />
            {fact}
          </li>
        ))}
      </ul>
    </Card>
  )
}
