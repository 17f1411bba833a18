/** An attempt needs the result of another one. It ends with this sentence, and its run waits for that in the queue. */
export class Deferred extends Error {}
