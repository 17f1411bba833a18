import { countOf } from '../../../format/number.ts'
import styles from './model-files.module.css'

/** '1 file, downloads as vision-line-3-v4.11.tar.gz' */
export function ModelFiles({ files, archive }: { files: number; archive: string }) {
  return (
    <>
      {`${countOf(files, 'file')}, downloads as `}
      <span className={styles.archive}>{archive}</span>
    </>
  )
}
