const folderPage = (row: string) => `query FolderPage($treeId: ID!, $documentId: ID) {
  document(treeId: $treeId, documentId: $documentId) { children(limit: 200, offset: 0) { ${row} } }
}`
const WEB = `id name fileType size modifiedTimestamp fileCount versionCount versionNumber thumbnailUrl isStaged
  labels { id label colour } permittedIds permittedLevels level`

/** Pages of a folder. The product runs them as its own texts, which are compiled as those of the web are. */
export const FOLDER_PAGES = {
  /** What a list needs at least, as the bare route gives it. */
  bare: folderPage('id name fileType size modifiedTimestamp fileCount'),
  /** And how much somebody may have of each row. */
  levels: folderPage('id name fileType size modifiedTimestamp fileCount level thumbnailUrl'),
  /** What the web asks, but for numbers, favourites and marks. */
  plain: folderPage(WEB),
  /** What the web asks. */
  personal: folderPage(`${WEB} number isFavourite isNew isNewVersion newBelow`),
} as const

/** What the page of a file sends of how long its pages are read. */
export const READING_REPORT = `mutation RecordReading($openingId: ID!, $pages: [PageReadingInput!]!) {
  recordReading(openingId: $openingId, pages: $pages) { countedMs }
}`

/** Texts that run compiled, as those of the web do. */
export const COMPILED_TEXTS: readonly string[] = [...Object.values(FOLDER_PAGES), READING_REPORT]
