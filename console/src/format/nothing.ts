/** What a cell shows when there is nothing to show: an en dash, so that no cell is ever empty. */
export const NOTHING = '–'
