/** An attempt needs the result of another one: it ends with this sentence, and its run waits in the queue for it. */
export class Deferred extends Error {}
