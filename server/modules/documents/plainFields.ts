import type { PlainFields } from '../../contracts/plainFields.ts'
import type { ListFields } from './core/listFields.ts'
import type { DocumentNode } from './core/nodes.ts'

/** What a row of a list says of its document, in one value each. What takes longer for one document waits for no other. */
export const plainFields = (fields: ListFields): PlainFields => ({
  type: 'Document',
  names: [
    'id',
    'name',
    'treeId',
    'parentId',
    'fileType',
    'size',
    'modifiedTimestamp',
    'fileCount',
    'folderCount',
    'level',
    'redacted',
    'previewUrl',
    'thumbnailUrl',
    'versionCount',
    'versionNumber',
    'isStaged',
    'number',
    'isFavourite',
    'isNew',
    'isNewVersion',
    'newBelow',
  ],
  readAhead: (context, names, rows) => fields.readAhead(context, names, rows as readonly DocumentNode[]),
})
