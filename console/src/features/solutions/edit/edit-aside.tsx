import type { Metadata } from '@podium/contract/metadata.ts'
import { type ParameterField, parameterFields } from '@podium/contract/parameters.ts'
import { type RefObject, useEffect, useRef } from 'react'
import { NOTHING } from '../../../format/nothing.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { type CodeProblem, goToProblem } from '../../../ui/code/code-editor.tsx'
import { type Check, CheckList } from '../../../ui/form/check-list.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { countChecks, joinChecks } from '../checks/join-checks.tsx'
import { allowedWords, valueWords } from '../detail/parameter-words.ts'
import styles from './edit.module.css'

interface ChecksCardProps {
  checks: readonly Check[]
  problems: readonly CodeProblem[]
  /** the editor, where its tab is open */
  area: RefObject<HTMLTextAreaElement | null>
  /** Opens the tab of the editor. */
  onShow: () => void
}

/** What is good, doubtful or wrong in the text, and the way to the first fault. */
export function ChecksCard({ checks, problems, area, onShow }: ChecksCardProps) {
  const next = useRef<CodeProblem>(undefined)
  const [first] = problems

  useEffect(() => {
    if (next.current === undefined || !area.current) return
    goToProblem(area.current, next.current)
    next.current = undefined
  })

  function go(problem: CodeProblem) {
    if (area.current) return goToProblem(area.current, problem)
    next.current = problem
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

/** What a run of the version would ask for, as the metadata is now. */
export function PreviewCard({ metadata }: { metadata: Metadata | null }) {
  return (
    <Card title="Parameter form" note="as a run would ask">
      {metadata === null ? (
        <p className={text.muted}>It shows as soon as the metadata has no fault.</p>
      ) : (
        <div className={layout.stackClose}>
          {metadata.pipeline.map((pipeline) => (
            <Fields key={pipeline.type} pipeline={pipeline.type} fields={parameterFields(pipeline)} />
          ))}
        </div>
      )}
    </Card>
  )
}

function Fields({ pipeline, fields }: { pipeline: string; fields: readonly ParameterField[] }) {
  return (
    <div>
      <h3>{pipeline}</h3>
      {fields.length === 0 ? (
        <p className={text.muted}>Asks for nothing.</p>
      ) : (
        <ul className={styles.fields}>
          {fields.map((field) => (
            <li key={JSON.stringify([field.step, field.name])}>
              <div className={styles.field}>
                <span className={text.strong}>{field.name}</span>
                <span className={classNames(text.tiny, text.muted)}>{typeWords(field)}</span>
              </div>
              <div className={styles.value}>{valueWords(field.default)}</div>
              {field.description !== '' && <p className={text.sub}>{field.description}</p>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** 'int, 1 to 100' */
function typeWords(field: ParameterField): string {
  const allowed = allowedWords(field)
  return allowed === NOTHING ? field.type : `${field.type}, ${allowed}`
}
