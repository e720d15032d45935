export { databaseClaims, type KeyClaims } from './claims.ts'
export type { S3Options } from './options.ts'
export { createS3Storage } from './s3.ts'
