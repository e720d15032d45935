/** The key in the storage of a page that is kept without marks: no address names it (PAGE-15). */
export const keyOfPage = (id: string): string => `page-${id}`
