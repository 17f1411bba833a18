/** A start that cannot be, with one sentence for the person who tried; no trace of where in the code. */
export class CannotStart extends Error {}
