import { Flag } from 'lucide-react'
import { NOTHING } from '../../../format/nothing.ts'
import layout from '../../../theme/layout.module.css'
import { Chip } from '../../../ui/text/chip.tsx'

/** The aliases of a model; a dash where it has none. */
export function AliasChips({ names }: { names: readonly string[] }) {
  if (names.length === 0) return NOTHING
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
