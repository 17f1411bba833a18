import { listObjects } from '@podium/contract/objects.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceFor } from '../../../api/api-error.ts'
import { q } from '../../../api/query.ts'
import { formatDateTime } from '../../../format/date-time.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { countOf } from '../../../format/number.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { TextButton } from '../../../ui/button/text-button.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { FieldMessage } from '../../../ui/form/field-message.tsx'
import { type OptionRow, OptionRows } from '../../../ui/form/option-rows.tsx'
import { SearchField } from '../../../ui/table/search-field.tsx'
import { dataName } from '../components/data-name.ts'
import type { ChangeDraft } from './form-parts.ts'
import styles from './new-run.module.css'

interface DataSetChoiceProps {
  chosen: readonly string[]
  change: ChangeDraft
  problem: string | undefined
}

const PREFIX = 'datasets/'
const SHOWN = 50

/** The folders and files below datasets/; what was chosen stays in sight, whatever is searched for. */
export function DataSetChoice({ chosen, change, problem }: DataSetChoiceProps) {
  const { id } = useWorkspace()
  const [text, setText] = useState('')
  const { data, error, refetch } = useQuery({
    ...q(listObjects, { params: { id }, query: { prefix: PREFIX, folders: '1', q: text, page_size: SHOWN } }),
    placeholderData: keepPreviousData,
  })
  const rows = data && rowsOf(data)
  const isHidden = chosen.length > 0 && !rows?.some(({ value }) => value === chosen.join('\n'))
  const before: OptionRow<string>[] = isHidden
    ? [{ value: chosen.join('\n'), title: <code>{dataName(chosen)}</code>, sub: 'Chosen' }]
    : []
  const options = [...before, ...(rows ?? [])]

  return (
    <div className={styles.choice} data-invalid={problem === undefined ? undefined : true}>
      <SearchField
        label="Find a data set"
        placeholder="Find under datasets/"
        value={text}
        onChange={setText}
      />
      {error && !data && (
        <p role="alert" className={styles.help}>
          {sentenceFor(error)} <TextButton onClick={() => void refetch()}>Retry</TextButton>
        </p>
      )}
      {!data && !error && <SkeletonRows label="Loading data sets" rows={3} tall />}
      {options.length > 0 && (
        <OptionRows
          legend="Data set"
          options={options}
          value={chosen.join('\n')}
          onChange={(value) => change({ dataset: value.split('\n') })}
        />
      )}
      {problem !== undefined && <FieldMessage tone="error">{problem}</FieldMessage>}
      {data && (
        <p role="status" className={styles.help}>
          {data.total === 0
            ? text === ''
              ? 'Nothing lies below datasets/ yet. Upload some files.'
              : `No data set matches “${text}”.`
            : data.total > SHOWN
              ? `The first ${SHOWN} of ${data.total}. Search for the others.`
              : countOf(data.total, 'data set')}
        </p>
      )}
    </div>
  )
}

interface Found {
  folders: readonly { path: string; files: number; size: number; modified_at: string }[]
  objects: readonly { path: string; size: number; modified_at: string }[]
}

function rowsOf({ folders, objects }: Found): OptionRow<string>[] {
  const row = (path: string, sub: string, size: number, at: string): OptionRow<string> => ({
    value: path,
    title: <code>{dataName([path])}</code>,
    sub,
    amount: (
      <>
        <b>{formatFileSize(size)}</b>
        <span className={styles.moment}>{formatDateTime(at)}</span>
      </>
    ),
  })
  return [
    ...folders.map(({ path, files, size, modified_at }) =>
      row(path, countOf(files, 'file'), size, modified_at),
    ),
    ...objects.map(({ path, size, modified_at }) => row(path, 'One file', size, modified_at)),
  ]
}
