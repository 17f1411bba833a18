import { useEffect, useRef } from 'react'
import { Card } from '../../../ui/layout/card.tsx'
import { TargetSection, type TargetSectionProps } from './target-section.tsx'

/**
 * Asks where the run shall stand as long as nothing can run there.
 * @param takesFocus the form stood here a moment ago and took the focus along: it goes to what is wrong
 */
export function TargetCard({ takesFocus, ...target }: TargetSectionProps & { takesFocus: boolean }) {
  const section = useRef<HTMLDivElement>(null)
  const isWrong = Object.keys(target.problems).length > 0
  useEffect(() => {
    if (takesFocus && isWrong) section.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [takesFocus, isWrong])
  return (
    <Card>
      <div ref={section}>
        <TargetSection {...target} />
      </div>
    </Card>
  )
}
