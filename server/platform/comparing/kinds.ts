import { searchTaskOf } from '../searchText/kinds.ts'

const TABLES: ReadonlySet<string> = new Set(['xlsx', 'xlsm', 'ods', 'csv', 'tsv'])

/** Whether versions of a file of that extension (lower case, without the dot) are compared by cells, and not by words. */
export const isTable = (extension: string): boolean => TABLES.has(extension)

/** Whether versions of a file of that extension can be compared: of what is read for the search, too. */
export const isCompared = (extension: string): boolean => searchTaskOf(extension) !== undefined
