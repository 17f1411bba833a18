import layout from '../../../theme/layout.module.css'
import { Note } from '../../../ui/feedback/note.tsx'
import { Sentence } from '../../../ui/text/sentence.tsx'

/** Lists the keys and files of a version that have no effect here, each with what to do instead. */
export function WithoutEffect({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <Note tone="warn" title="Some of it has no effect here.">
      <ul className={layout.stackTight}>
        {sentences.map((sentence) => (
          <li key={sentence}>
            <Sentence>{sentence}</Sentence>
          </li>
        ))}
      </ul>
    </Note>
  )
}
