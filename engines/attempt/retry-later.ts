/** An attempt cannot be prepared now. It waits with this sentence, and waiting is not counted as a try. */
export class RetryLater extends Error {}
