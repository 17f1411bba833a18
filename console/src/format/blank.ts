/** The text of a form field: null and undefined are the empty string. */
export function orBlank(value: string | null | undefined): string {
  return value ?? ''
}

export type Blanked<Row> = {
  [Key in keyof Row]: null extends Row[Key] ? NonNullable<Row[Key]> | '' : Row[Key]
}

/** The row with '' in place of every null, for filling a form. The row itself is left as it is. */
export function withBlanks<Row extends object>(row: Row): Blanked<Row> {
  const blanked = Object.entries(row).map(([key, value]) => [key, value === null ? '' : value])
  return Object.fromEntries(blanked) as Blanked<Row>
}
