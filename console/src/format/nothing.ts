/** The content of an empty cell: an en dash. */
export const NOTHING = '–'
