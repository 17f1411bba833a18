import type { Metadata, Pipeline } from '@podium/contract/solution-metadata/metadata.ts'
import {
  type ParameterField,
  parameterFields,
  parameterKey,
} from '@podium/contract/solution-metadata/parameters.ts'
import { type RefObject, useEffect, useRef } from 'react'
import { NOTHING } from '../../../format/nothing.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { type CodeProblem, goToProblem } from '../../../ui/code/code-editor.tsx'
import { type Check, CheckList } from '../../../ui/form/check-list.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Mono } from '../../../ui/text/mono.tsx'
import { countChecks, joinChecks } from '../checks/join-checks.tsx'
import { allowedWords, valueWords } from '../detail/parameter-words.ts'
import styles from './edit.module.css'

interface ChecksCardProps {
  checks: readonly Check[]
  problems: readonly CodeProblem[]
  /** the editor, while its tab is open */
  area: RefObject<HTMLTextAreaElement | null>
}

/** The checks of the text, and a button that leads to the first fault. */
export function ChecksCard({ checks, problems, area }: ChecksCardProps) {
  const { change } = useAddress()
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
    change({ tab: undefined }, { replace: true })
  }

  return (
    <Card
      title="Checks"
      note={<span role="status">{countChecks(checks)}</span>}
      footer={
        first && (
          <Button small onClick={() => go(first)}>
            Go to line {first.line}
          </Button>
        )
      }
      flush
    >
      <div className={layout.inset}>
        <CheckList checks={joinChecks(checks)} />
      </div>
    </Card>
  )
}

/** The parameters that a run of the version would ask for, by the current metadata. */
export function PreviewCard({ metadata }: { metadata: Metadata | null }) {
  return (
    <Card title="Parameters" note="as New Run asks for them" flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label="Preview" className={classNames(layout.scroll, styles.preview)}>
        {metadata === null ? (
          <p className={text.muted}>It appears as soon as the metadata is valid.</p>
        ) : (
          <div className={layout.stackClose}>
            {metadata.pipeline.map((pipeline) => (
              <Fields key={pipeline.type} pipeline={pipeline} />
            ))}
          </div>
        )}
      </section>
    </Card>
  )
}

function Fields({ pipeline }: { pipeline: Pipeline }) {
  const fields = parameterFields(pipeline)
  return (
    <div>
      <h3>{pipeline.type}</h3>
      {fields.length === 0 ? (
        <p className={text.muted}>No parameters.</p>
      ) : (
        <ul>
          {fields.map((field) => (
            <li key={parameterKey(field.step, field.name)} className={styles.field}>
              <div className={classNames(layout.wrap, text.small, styles.name)}>
                <span className={text.strong}>{field.name}</span>
                <span className={styles.preset}>
                  <span className={text.muted}>default</span> <Mono>{valueWords(field.default)}</Mono>
                </span>
              </div>
              <p className={classNames(text.muted, styles.type)}>{typeWords(field)}</p>
              {field.description !== '' && <p className={text.sub}>{field.description}</p>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** 'int: 1 to 100' */
function typeWords(field: ParameterField): string {
  const allowed = allowedWords(field)
  return allowed === NOTHING ? field.type : `${field.type}: ${allowed}`
}
