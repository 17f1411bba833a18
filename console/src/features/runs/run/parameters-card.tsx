import type { RunInfo } from '@podium/contract/runs.ts'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DefinitionList } from '../../../ui/layout/definition-list.tsx'
import { shownParameters } from './parameter-text.ts'
import styles from './run-page.module.css'

/** What the run was given, and what of it differs from the version's own values. */
export function ParametersCard({ run }: { run: RunInfo }) {
  const shown = shownParameters(run)
  const changed = shown.filter(({ was }) => was !== undefined).length
  return (
    <Card
      title="Parameters"
      note={changed > 0 ? `${changed} changed` : undefined}
      aside={
        shown.length > 0 && <CopyButton text={JSON.stringify(run.parameters, null, 2)} label="Copy" worded />
      }
      flush
    >
      <div className={styles.facts}>
        {shown.length === 0 ? (
          <p className={styles.quiet}>This pipeline asks for no parameters.</p>
        ) : (
          <DefinitionList
            items={shown.map(({ name, value, was }) => ({
              term: name,
              value:
                was === undefined ? (
                  value
                ) : (
                  <>
                    <b>{value}</b> {was !== '' && <span className={styles.was}>was {was}</span>}
                  </>
                ),
            }))}
          />
        )}
      </div>
    </Card>
  )
}
