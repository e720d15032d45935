/** Where a tab remembers what is being uploaded. */
export const KEPT_UPLOADS = 'uploads'
