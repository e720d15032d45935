/** Documents that one operation takes at most; a folder counts as one. */
export const MAX_SELECTED = 1000
/** Levels of principals that one operation changes at most. */
export const MAX_LEVEL_CHANGES = 200
/** Entries that are renamed in one step at most (INDEX-09). */
export const MAX_RENAMED = 500
