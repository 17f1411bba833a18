import { type RefObject, useEffect, useRef } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { type CodeProblem, goToProblem } from '../../../ui/code/code-lines.ts'
import { type Check, CheckList } from '../../../ui/form/check-list.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { countChecks, joinChecks } from '../register/join-checks.tsx'
import styles from './edit.module.css'

interface ChecksCardProps {
  checks: readonly Check[]
  problems: readonly CodeProblem[]
  /** the editor, where it is in sight */
  area: RefObject<HTMLTextAreaElement | null>
  /** Brings the editor into sight. */
  onShow: () => void
}

/** What is good, doubtful or wrong in the text, and the way to the first fault. */
export function ChecksCard({ checks, problems, area, onShow }: ChecksCardProps) {
  const awaited = useRef<CodeProblem>(undefined)
  const [first] = problems

  useEffect(() => {
    if (awaited.current === undefined || !area.current) return
    goToProblem(area.current, awaited.current)
    awaited.current = undefined
  })

  function go(problem: CodeProblem) {
    if (area.current) return goToProblem(area.current, problem)
    awaited.current = problem
    onShow()
  }

  return (
    <Card title="Checks" note={<span role="status">{countChecks(checks)}</span>}>
      <CheckList checks={joinChecks(checks)} />
      {first && (
        <div className={styles.go}>
          <Button small onClick={() => go(first)}>
            Go to line {first.line}
          </Button>
        </div>
      )}
    </Card>
  )
}
