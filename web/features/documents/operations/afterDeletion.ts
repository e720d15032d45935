import { rootIdOf } from '../place/address.ts'
import type { OpenDocument } from '../place/place.ts'

/** Where to go when the document in view is deleted: the next file, else the one before, else up (DOP-13). */
export const afterDeletion = (
  treeId: string,
  { nextFile, previousFile, parentId }: Pick<OpenDocument, 'nextFile' | 'previousFile' | 'parentId'>,
): string => nextFile?.id ?? previousFile?.id ?? parentId ?? rootIdOf(treeId)
