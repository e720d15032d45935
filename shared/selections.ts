/** Documents that one operation takes at most; a folder counts as one. */
export const MOST_CHOSEN = 1000
