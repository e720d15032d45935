/**
 * What history tells of a document (HIST-05), with the words for people; of permissions and redactions to those who see them.
 * Apart from other enumerations, which the first page loads.
 */
export const ACTIVITY_TYPES = [
  'UPLOAD',
  'RENAME',
  'MOVE',
  'CREATE_FOLDER',
  'DELETE',
  'RESTORE',
  'DELETE_FOR_GOOD',
  'PERMISSION',
  'REDACTION',
] as const
export type ActivityType = (typeof ACTIVITY_TYPES)[number]

export const ACTIVITY_LABELS: Readonly<Record<ActivityType, string>> = {
  UPLOAD: 'Upload',
  RENAME: 'Rename',
  MOVE: 'Move',
  CREATE_FOLDER: 'Create Folder',
  DELETE: 'Delete',
  RESTORE: 'Restore',
  DELETE_FOR_GOOD: 'Delete for good',
  PERMISSION: 'Permissions',
  REDACTION: 'Redaction',
}
