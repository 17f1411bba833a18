import { Flag } from 'lucide-react'
import layout from '../../../theme/layout.module.css'
import { Chip } from '../../../ui/text/chip.tsx'

export function AliasChips({ names }: { names: readonly string[] }) {
  return (
    <span className={layout.wrap}>
      {names.map((name) => (
        <AliasChip key={name} name={name} />
      ))}
    </span>
  )
}

export function AliasChip({ name }: { name: string }) {
  return (
    <Chip tone={name === 'champion' ? 'good' : 'quiet'} icon={Flag}>
      {name}
    </Chip>
  )
}
