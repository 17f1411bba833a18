export const COUPLING_WORDS = {
  coupled: 'Made for one stream. Highly dependent on it, and deleted with it.',
  decoupled: 'Serves any number of streams and stays when they go.',
}
