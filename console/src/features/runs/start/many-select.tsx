import { countOf } from '../../../format/number.ts'
import type { SelectOption } from '../../../ui/form/select.tsx'
import { SelectField, type SelectFieldProps } from '../../../ui/form/select-field.tsx'
import { SearchField } from '../../../ui/table/search-field.tsx'
import styles from './new-run.module.css'

interface ManySelectProps<One> extends Pick<SelectFieldProps, 'error' | 'help' | 'placeholder'> {
  label: string
  /** what one is called within a sentence */
  kind: string
  chosen: One | null
  /** one page: the first, or the first that a search finds */
  page: readonly One[]
  total: number
  text: string
  onText: (text: string) => void
  optionOf: (one: One) => SelectOption
  onChoose: (one: One) => void
}

/** A choice among however many: where one page does not hold them all, a search finds the others. */
export function ManySelect<One extends { id: string }>(props: ManySelectProps<One>) {
  const { label, kind, chosen, page, total, text, onText, optionOf, onChoose, placeholder, ...field } = props
  const isLong = text !== '' || total > page.length
  const isListed = chosen === null || page.some(({ id }) => id === chosen.id)
  const listed = isListed ? page : [chosen, ...page]
  return (
    <>
      {isLong && (
        <div className={styles.find}>
          <SearchField
            label={`Find another ${kind}`}
            placeholder={`Find another ${kind}`}
            value={text}
            onChange={onText}
          />
          <p role="status" className={styles.help}>
            {foundSentence()}
          </p>
        </div>
      )}
      <SelectField
        {...field}
        label={label}
        value={chosen?.id ?? ''}
        {...(chosen === null && { placeholder: placeholder ?? `Choose ${article(kind)} ${kind}` })}
        options={listed.map(optionOf)}
        onChange={({ currentTarget: { value } }) => {
          const one = listed.find(({ id }) => id === value)
          if (one) onChoose(one)
        }}
      />
    </>
  )

  function foundSentence(): string {
    if (total > page.length) return `The first ${page.length} of ${total}. Search for the others.`
    return total === 0
      ? `No ${kind} matches “${text}”.`
      : `${countOf(total, 'match', 'matches')} to choose from.`
  }
}

function article(kind: string): string {
  return /^[aeiou]/i.test(kind) ? 'an' : 'a'
}
