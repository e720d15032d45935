/** What the database user needs, and no more (OPS-30). */
export const DATABASE_RIGHTS = 'CONNECT, CREATE and TEMPORARY on the database and to own its schema public'

/** What the key of the bucket needs there, and no more (OPS-30). */
export const BUCKET_RIGHTS =
  'GetObject, PutObject, DeleteObject, AbortMultipartUpload, ListMultipartUploadParts, ListBucket and ListBucketMultipartUploads'
