import { Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { Button } from '../button/button.tsx'
import { IconButton } from '../button/icon-button.tsx'
import { classNames } from '../class-names.ts'
import field from './field.module.css'
import { FieldMessage } from './field.tsx'
import styles from './tag-editor.module.css'

export interface TagPair {
  key: string
  value: string
}

interface TagEditorProps {
  label: string
  /** a muted word beside the label */
  mark?: string
  tags: readonly TagPair[]
  onChange: (tags: TagPair[]) => void
  max: number
  /** the sentence shown when the limit is reached */
  full: string
  /** the errors of tags, by index and part: '0.key' */
  errors?: Readonly<Record<string, string | undefined>>
}

/** Pairs of key and value, one per row. */
export function TagEditor({ label, mark, tags, onChange, max, full, errors = {} }: TagEditorProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const isFull = tags.length >= max

  function change(at: number, part: Partial<TagPair>) {
    onChange(tags.map((tag, index) => (index === at ? { ...tag, ...part } : tag)))
  }
  function add() {
    // Keys typed right away must reach the new field.
    flushSync(() => onChange([...tags, { key: '', value: '' }]))
    focus(`[data-tag="${tags.length}"] input`)
  }
  function remove(at: number) {
    flushSync(() => onChange(tags.filter((_, index) => index !== at)))
    focus('[data-add]')
  }
  function focus(selector: string) {
    list.current?.querySelector<HTMLElement>(selector)?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its legend into a frame
    <div role="group" aria-labelledby={id} ref={list} className={layout.stackTight}>
      <div className={classNames(layout.row, text.small)}>
        <span id={id} className={text.strong}>
          {label}
        </span>
        {mark !== undefined && <span className={text.muted}>{mark}</span>}
        <span className={classNames(text.note, styles.count)}>{`${tags.length} of ${max}`}</span>
      </div>
      {tags.map((tag, at) => {
        const error = errors[`${at}.key`] ?? errors[`${at}.value`]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a tag is its place while it is typed
          <div key={at} data-tag={at}>
            <div className={styles.row}>
              {(['key', 'value'] as const).map((part) => (
                <input
                  key={part}
                  {...(part === 'key' && { autoCapitalize: 'none', spellCheck: false })}
                  aria-label={`${part === 'key' ? 'Key' : 'Value'} of tag ${at + 1}`}
                  aria-invalid={errors[`${at}.${part}`] === undefined ? undefined : true}
                  aria-describedby={error === undefined ? undefined : `${id}-${at}`}
                  placeholder={part}
                  autoComplete="off"
                  value={tag[part]}
                  onChange={(event) => change(at, { [part]: event.currentTarget.value })}
                  className={field.input}
                />
              ))}
              <IconButton icon={X} label={`Remove tag ${at + 1}`} onClick={() => remove(at)} />
            </div>
            <div aria-live="polite" className={field.messages}>
              {error !== undefined && (
                <FieldMessage id={`${id}-${at}`} tone="error">
                  {error}
                </FieldMessage>
              )}
            </div>
          </div>
        )
      })}
      <div className={layout.row}>
        <Button data-add small icon={Plus} disabledReason={isFull ? full : undefined} onClick={add}>
          Tag
        </Button>
        {isFull && <span className={text.note}>{full}</span>}
      </div>
    </div>
  )
}
