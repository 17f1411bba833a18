import { useEffect, useRef } from 'react'
import { SearchField } from '../ui/table/toolbar.tsx'

interface ListSearchProps {
  label: string
  placeholder: string
  /** what the address says */
  text: string
  onSearch: (text: string) => void
}

/** The search of a list. While somebody types, the field leads and the address follows; otherwise the other way. */
export function ListSearch({ label, placeholder, text, onSearch }: ListSearchProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = text
  }, [text])
  return (
    <SearchField
      ref={field}
      label={label}
      placeholder={placeholder}
      defaultValue={text}
      onChange={onSearch}
    />
  )
}
