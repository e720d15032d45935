/** By itself, since a page that takes drops knows of no other reason until something is uploaded. */
export const FOLDER_UNREADABLE = 'Could not be read completely. Please drop it again.'
