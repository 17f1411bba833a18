import type { Mode } from '@podium/contract/solution-metadata/modes.ts'
import { namedValues } from '@podium/contract/solution-metadata/parameters.ts'
import text from '../../../theme/text.module.css'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { DefinitionList } from '../../../ui/layout/definition-list.tsx'
import { shownValue } from '../../runs/components/parameter-text.ts'
import type { Filled } from '../../runs/components/parameters/parameter-values.ts'
import { ReceivedParameters } from '../../runs/components/parameters/received-parameters.tsx'

const TITLES: Record<Mode, string> = {
  train: 'Default training parameters',
  inference: 'Default inference parameters',
}

/** The parameters of a run that chooses none, and which of them differ from the version's own values. */
export function ParametersCard({ mode, filled }: { mode: Mode; filled: Filled }) {
  const { fields, received } = filled
  const isRefused = fields.some(({ problem }) => problem !== undefined)
  const changed = fields.filter((one) => one.changed)

  function shown(step: string, name: string, value: unknown) {
    const own = changed.find(({ field }) => field.step === step && field.name === name)
    if (!own) return shownValue(value)
    const was = shownValue(own.was)
    return (
      <>
        <b>{shownValue(value)}</b>{' '}
        {was !== '' && <span className={classNames(text.tiny, text.muted)}>was {was}</span>}
      </>
    )
  }

  return (
    <Card
      title={TITLES[mode]}
      note={changed.length > 0 ? `${changed.length} changed` : undefined}
      trailing={!isRefused && <CopyButton text={JSON.stringify(received, null, 2)} label="Copy" worded />}
      flush
    >
      {isRefused ? (
        <ReceivedParameters filled={filled} />
      ) : (
        <DefinitionList
          inset
          items={namedValues(received).map(({ step, name, title, value }) => ({
            term: title,
            value: shown(step, name, value),
          }))}
        />
      )}
    </Card>
  )
}
