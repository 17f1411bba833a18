import text from '../../theme/text.module.css'

/** A sentence with keys and programs between backticks, which are shown as code. */
export function Sentence({ children }: { children: string }) {
  return children.split(/`([^`]+)`/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence stay where they are
      <code translate="no" key={at} className={text.mono}>
        {part}
      </code>
    ),
  )
}
