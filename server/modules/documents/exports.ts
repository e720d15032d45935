/** Spreadsheets of a tree, by the last part of their address (transport.md 7). */
export type ExportKind = 'file-index' | 'change-log' | 'access-log'

/** The path of a tree's spreadsheet; filters and columns are added to it (API-152). */
export const exportAddress = (tree: { id: string }, kind: ExportKind): string =>
  `/documents/${tree.id}/${kind}`
