/** Thrown if the package files of a source cannot be followed; the message is a sentence that says what to correct. */
export class PackagesUnreadable extends Error {}
