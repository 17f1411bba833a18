/** An attempt cannot be got ready now, for a reason that passes: it waits with this sentence, and to wait is no try. */
export class NotNow extends Error {}
