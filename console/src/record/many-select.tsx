import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf } from '../format/number.ts'
import layout from '../theme/layout.module.css'
import text from '../theme/text.module.css'
import { classNames } from '../ui/class-names.ts'
import { SelectField, type SelectFieldProps, type SelectOption } from '../ui/form/select.tsx'
import { SearchField } from '../ui/table/toolbar.tsx'
import styles from './many-select.module.css'

interface ManySelectProps<One, Reply, Key extends readonly unknown[]>
  extends Pick<SelectFieldProps, 'label' | 'placeholder' | 'error' | 'help' | 'disabled'> {
  /** the singular within a sentence */
  noun: string
  chosen: One | null
  /** one page: the first, or the first of a search */
  queryOf: (text: string) => UseQueryOptions<Reply, Error, Reply, Key>
  rowsOf: (reply: Reply) => readonly One[]
  optionOf: (one: One) => SelectOption
  onChoose: (one: One) => void
}

/** A select for any number of records: if one page does not hold all, a search finds the others. */
export function ManySelect<
  One extends { id: string },
  Reply extends { total: number },
  Key extends readonly unknown[],
>(props: ManySelectProps<One, Reply, Key>) {
  const { noun, chosen, queryOf, rowsOf, optionOf, onChoose, placeholder, ...field } = props
  const [typed, setTyped] = useState('')
  const { data } = useQuery({ ...queryOf(typed), placeholderData: keepPreviousData })
  const rows = data ? rowsOf(data) : []
  const total = data?.total ?? 0
  const listed = chosen && !rows.some(({ id }) => id === chosen.id) ? [chosen, ...rows] : rows
  return (
    <>
      {(typed !== '' || total > rows.length) && (
        <div className={classNames(layout.stackTight, styles.find)}>
          <SearchField
            label={`Find another ${noun}`}
            placeholder={`Find another ${noun}`}
            value={typed}
            onChange={setTyped}
          />
          <p role="status" className={text.sub}>
            {foundText(noun, typed, rows.length, total) ??
              `${countOf(total, 'match', 'matches')} to choose from.`}
          </p>
        </div>
      )}
      <SelectField
        {...field}
        value={chosen?.id ?? ''}
        placeholder={chosen ? undefined : placeholder}
        options={listed.map(optionOf)}
        onChange={({ currentTarget: { value } }) => {
          const one = listed.find(({ id }) => id === value)
          if (one) onChoose(one)
        }}
      />
    </>
  )
}

/** Describes a search that found nothing, or more than is shown. */
export function foundText(noun: string, typed: string, shown: number, total: number): string | undefined {
  if (total === 0) return `No ${noun} matches “${typed}”.`
  return total > shown ? `The first ${shown} of ${total}. Search for the others.` : undefined
}
