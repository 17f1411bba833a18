import type { Artifact } from '@podium/contract/run-files.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { countOf } from '../../../format/number.ts'
import styles from './model-files.module.css'

interface ModelFilesProps {
  files: readonly Pick<Artifact, 'size'>[]
  archive: string
}

/** '1 file, 3.69 k, downloads as vision-line-3-v4.11.tar.gz': the size is that of the files, for the archive is smaller. */
export function ModelFiles({ files, archive }: ModelFilesProps) {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return (
    <>
      {`${countOf(files.length, 'file')}, ${formatFileSize(bytes)}, downloads as `}
      <span className={styles.archive}>{archive}</span>
    </>
  )
}
