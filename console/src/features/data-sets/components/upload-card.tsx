import type { DataSet } from '@podium/contract/calls/data-sets.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import { useState } from 'react'
import { formatFileSize } from '../../../format/file-size.ts'
import { countOf, formatNumber } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import { useLeaveGuard } from '../../../navigation/use-leave-guard.ts'
import { useDisabledReason } from '../../../session/use-caller.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { FileDrop } from '../../../ui/form/file-drop.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import styles from './data-sets.module.css'
import { type ChosenFile, usePush } from './use-push.ts'

const MAX_NAMED = 5

/** Uploads files of this machine as the next version. */
export function UploadCard({ dataSet, onClose }: { dataSet: DataSet; onClose: () => void }) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [note, setNote] = useState('')
  const [keep, setKeep] = useState(true)
  const { change } = useAddress()
  const writeReason = useDisabledReason('data-set.write')
  const { push, isBusy, progress, cancel } = usePush(dataSet.id, () => {
    leaveFreely()
    onClose()
    change({ version: undefined, file: undefined }, { replace: true })
  })
  const leaveFreely = useLeaveGuard(files.length > 0, 'The files are not uploaded.')
  const size = files.reduce((sum, { file }) => sum + file.size, 0)

  function add(chosen: readonly File[]) {
    const added = chosen.map((file) => ({ path: pathOf(file), file }))
    const paths = new Set(added.map(({ path }) => path))
    const others = files.filter(({ path }) => !paths.has(path))
    setFiles([...others, ...added])
  }

  return (
    <Card
      title={dataSet.version === null ? 'Upload version 1' : 'New Version'}
      note={files.length > 0 && `${countOf(files.length, 'file')}, ${formatFileSize(size)}`}
    >
      <div className={layout.stackClose}>
        <FileDrop
          choose="Choose files"
          chooseFolder="a folder"
          multiple
          help="Files that the workspace already has are not sent again: if an upload breaks off, choose the same files and it goes on. For very many files, use the command podium data-sets push."
          onFiles={add}
        />
        {files.length > 0 && <p className={classNames(text.small, styles.chosen)}>{namesOf(files)}</p>}
        {dataSet.version !== null && (
          <Checkbox
            label={`Keep the files of ${formatVersion(dataSet.version)}`}
            help="The chosen files are added, and replace those of the same path."
            checked={keep}
            onChange={({ currentTarget: { checked } }) => setKeep(checked)}
          />
        )}
        <TextField
          label="Note"
          value={note}
          maxLength={limits.description}
          help="What is new in it."
          onChange={({ currentTarget: { value } }) => setNote(value)}
        />
        {progress && (
          <>
            <ProgressBar
              label="Upload of the version"
              percent={progress.total === 0 ? 0 : (progress.done / progress.total) * 100}
            />
            <p className={text.note}>{progress.words}</p>
          </>
        )}
        <div className={layout.row}>
          <Button
            kind="primary"
            busy={isBusy}
            disabledReason={writeReason ?? (files.length === 0 ? 'Choose files first.' : undefined)}
            onClick={() => void push({ files, note: note.trim(), keep })}
          >
            Upload
          </Button>
          {cancel && <Button onClick={cancel}>Cancel</Button>}
          {dataSet.version !== null && !isBusy && <Button onClick={onClose}>Cancel</Button>}
          {files.length > 0 && !isBusy && <Button onClick={() => setFiles([])}>Clear</Button>}
        </div>
      </div>
    </Card>
  )
}

/** Returns the names of the first chosen files, and how many more there are. */
function namesOf(files: readonly ChosenFile[]): string {
  const names = files.slice(0, MAX_NAMED).map(({ path }) => path)
  const more = files.length - names.length
  return more > 0 ? `${names.join(', ')} and ${formatNumber(more)} more` : names.join(', ')
}

/** Returns the path of a file below the chosen folder, or its name if it was chosen alone. */
function pathOf(file: File): string {
  const [, ...below] = file.webkitRelativePath.split('/')
  return below.length > 0 ? below.join('/') : file.name
}
