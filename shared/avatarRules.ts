/** Bytes of a picture that somebody may send as avatar (PROF-12). */
export const AVATAR_BYTES = 5_242_880

/** Extensions of the pictures that are taken. */
export const AVATAR_EXTENSIONS = ['png', 'jpg', 'jpeg', 'gif'] as const

/** PROF-12 */
export const AVATAR_REFUSAL = 'Please choose an image file of at most 5 MB.'

export const AVATAR_UNREADABLE = 'This image could not be read. Please choose another one.'
