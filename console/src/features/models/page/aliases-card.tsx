import { ALIAS, editModel, listModels, type ModelInfo } from '@podium/contract/calls/models.ts'
import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../../record/use-change.ts'
import { useDisabledReason } from '../../../session/use-caller.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { ActionField } from '../../../ui/form/text-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { AliasChip } from '../components/alias-chips.tsx'
import styles from './model-page.module.css'

const WRONG = 'Use lower-case letters, digits, dots, hyphens and underscores. Begin with a letter or a digit.'

/** Lists, adds and removes aliases. Adding one that another model has moves it, after a question that says so. */
export function AliasesCard({ model }: { model: ModelInfo }) {
  const { aliases } = model
  const disabledReason = useDisabledReason('model.edit')
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const { give, take, isBusy } = useAliases(model, () => setTyped(''))

  function add(event: FormEvent) {
    event.preventDefault()
    const name = typed.trim()
    const problem = problemOf(name, model)
    setError(problem)
    if (problem === undefined) void give(name)
  }

  return (
    <Card
      title="Aliases"
      trailing={
        !isOpen && (
          <Button small disabledReason={disabledReason} onClick={() => setOpen(true)}>
            New alias
          </Button>
        )
      }
      flush
    >
      {aliases.length === 0 && !isOpen && (
        <p className={classNames(text.muted, layout.inset)}>No alias yet.</p>
      )}
      <ul className={styles.rows}>
        {aliases.map(({ name, given_by, given_at }) => (
          <li key={name}>
            <AliasChip name={name} />
            <span className={classNames(text.note, layout.end)}>
              {given_by}, <Moment at={given_at} />
            </span>
            <IconButton
              icon={X}
              label={`Remove the alias ${name}`}
              disabledReason={disabledReason}
              onClick={() => void take(name)}
            />
          </li>
        ))}
      </ul>
      {isOpen && (
        <form onSubmit={add} className={styles.form} noValidate>
          <ActionField
            label="New alias"
            action="Add"
            value={typed}
            error={error}
            checking={isBusy}
            maxLength={50}
            autoComplete="off"
            autoFocus
            help={`An alias, such as champion, is unique within ${model.solution_name}. Runs can choose a model by its alias.`}
            onChange={({ currentTarget: { value } }) => {
              setTyped(value)
              setError(undefined)
            }}
          />
        </form>
      )}
    </Card>
  )
}

function problemOf(name: string, { aliases, name: model }: ModelInfo): string | undefined {
  if (!ALIAS.test(name)) return WRONG
  return aliases.some((alias) => alias.name === name) ? `${model} has this alias already.` : undefined
}

function useAliases(model: ModelInfo, onAdded: () => void) {
  const params = { id: model.id }
  const names = model.aliases.map(({ name }) => name)
  const addition = useChange({
    confirm: async (name: string, send) => {
      const { workspace_id, solution_id } = model
      const { models } = await send(listModels, { query: { workspace_id, solution_id, alias: name } })
      const [owner] = models
      if (!owner) return 'agreed'
      return {
        mode: 'edit',
        prompt: `Move ${name} to ${model.name}?`,
        detail: `${owner.name} is called ${name} now. Adding the alias here removes it there.`,
        yes: 'Move',
      }
    },
    change: (name, send) => send(editModel, { params, body: { aliases: [...names, name] } }),
    failed: 'The alias could not be added.',
    onDone: onAdded,
    tell: (_, name) => ({ snackbar: `${model.name} is called ${name} now.` }),
  })
  const taken = useChange({
    change: (name: string, send) =>
      send(editModel, { params, body: { aliases: names.filter((one) => one !== name) } }),
    failed: 'The alias could not be removed.',
    tell: (_, name) => ({ snackbar: `${model.name} is no longer called ${name}.` }),
  })
  return { give: addition.change, take: taken.change, isBusy: addition.isBusy || taken.isBusy }
}
