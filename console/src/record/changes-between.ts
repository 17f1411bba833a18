import type { Change } from '../ui/form/change-list.tsx'

/**
 * Returns the differences between two sets of values, in words.
 * @param names the labels of the fields, in the order of the screen
 */
export function changesBetween<Field extends string>(
  names: Readonly<Record<Field, string>>,
  before: Readonly<Record<Field, string>>,
  after: Readonly<Record<Field, string>>,
): Change[] {
  const fields = Object.keys(names) as Field[]
  return fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({
      name: names[field],
      before: before[field] || null,
      after: after[field] || null,
    }))
}
