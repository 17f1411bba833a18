export const COUPLED = 'Made for one stream. Highly dependent on it, and deleted with it.'
export const DECOUPLED = 'Serves any number of streams and stays when they go.'
