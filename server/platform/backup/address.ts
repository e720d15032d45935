import type { S3Options } from '../storage/s3/index.ts'

/** Where backups lie: a folder, or a prefix in a bucket (BACK-01). */
export type PlaceAddress =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'bucket'; readonly url: string; readonly options: S3Options }

export const nameOfPlace = (address: PlaceAddress): string =>
  address.kind === 'folder' ? address.path : address.url

/** What a refusal of its store names, where it is a bucket. */
export const SETTINGS_OF_PLACE = {
  bucket: 'another place',
  key: ['BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'],
} as const

/** For how many days, weeks and months one backup each is kept (BACK-23). */
export interface KeepRule {
  readonly days: number
  readonly weeks: number
  readonly months: number
}
