import type { OpenTree } from '../core/trees.ts'

/** Files alone, or folders alone. */
export type FileType = 'FILE' | 'FOLDER'

/** What is asked for: entries below a folder, or in the whole tree, whose name holds the words. */
export interface NameSearch {
  tree: OpenTree
  /** Path of the folder; null for the whole tree. */
  path: readonly string[] | null
  text: string
  /** Null for files and folders. */
  fileType: FileType | null
}
