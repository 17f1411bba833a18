import { LayoutGrid, List } from 'lucide-react'
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx'
import type { View } from './use-view.ts'

const SEGMENTS = [
  { value: 'list', label: 'List', icon: List },
  { value: 'thumbnails', label: 'Thumbnails', icon: LayoutGrid },
] as const

export function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return <SegmentedControl<View> label="View" segments={SEGMENTS} value={view} onChange={onChange} />
}
