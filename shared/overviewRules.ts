/** Bounds of what an overview holds; lengths in characters. */
export const OVERVIEW_LIMITS = {
  pages: 100,
  title: 120,
  description: 100_000,
  media: 200,
  timelines: 200,
  milestones: 200,
  dueDate: 60,
  milestoneTitle: 200,
  milestoneBody: 5_000,
} as const

/** Bytes of an image of a page (SUBP-36). */
export const MEDIA_BYTES = 10_485_760

/** SUBP-36 */
export const MEDIA_REFUSAL = 'Please choose an image file (png, jpg, jpeg or gif) of at most 10 MB.'
