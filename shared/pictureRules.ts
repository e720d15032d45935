/** Bytes of a picture that somebody may send, as avatar (PROF-12), logo or cover. */
export const PICTURE_BYTES = 5_242_880

/** Extensions of the pictures that are taken. */
const PICTURE_EXTENSIONS = ['png', 'jpg', 'jpeg', 'gif'] as const

/** What a choice of files offers. */
export const PICTURE_ACCEPT = PICTURE_EXTENSIONS.map((extension) => `.${extension}`).join(',')

/** Whether a chosen file may be sent at all, by its name and size (PROF-12). */
export const maySendPicture = ({ name, size }: { name: string; size: number }): boolean =>
  size > 0 &&
  size <= PICTURE_BYTES &&
  PICTURE_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(`.${extension}`))

/** PROF-12 */
export const PICTURE_REFUSAL = 'Please choose an image file of at most 5 MB.'

export const PICTURE_UNREADABLE = 'This image could not be read. Please choose another one.'
