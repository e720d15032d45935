/** Documents that one operation takes at most; a folder counts as one. */
export const MAX_SELECTED = 1000
