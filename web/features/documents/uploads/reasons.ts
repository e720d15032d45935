import { formatBytes } from '../../../../shared/format/bytes.ts'
import { FOLDER_UNREADABLE } from './folderUnreadable.ts'

/**
 * Every word that the window says about an item that did not go through. The status column shows them as they
 * are, so each names the cause, and the remedy where it is not simply to try again.
 */
export const reasons = {
  connectionLost: 'Connection lost',
  storageFull: 'Storage is full',
  fileUnreadable: 'Could not be read. Please choose it again.',
  folderUnreadable: FOLDER_UNREADABLE,
  incomplete: 'Upload incomplete',
  changed: 'The file has changed. Please choose it again.',
  addressRefused: 'Upload address refused',
  addressExpired: 'Upload address expired',
  addressUsed: 'Upload address already used',
  noAddress: 'No upload address given',
  notConfirmed: 'Not confirmed by the server',
  interrupted: 'Interrupted. Please choose it again.',
  differs: 'Not the same file. Please choose it again.',
  unexpected: 'Stopped unexpectedly',
  keptAfterCancel: 'Uploaded before you cancelled',
  refusedBy: (status: number): string => `Refused by the storage (${status})`,
  folderMissing: (name: string): string => `Folder "${name}" not created`,
  overLimit: (maxBytes: number): string => `Over ${limitText(maxBytes)} limit`,
} as const

/** A limit is set in powers of 1024 and called by them: 5368709120 bytes are the "5 GB" of the manual. */
function limitText(bytes: number): string {
  const units = ['KB', 'MB', 'GB']
  const power = [3, 2, 1].find((exponent) => bytes >= 1024 ** exponent && bytes % 1024 ** exponent === 0)
  return power === undefined ? formatBytes(bytes) : `${bytes / 1024 ** power} ${units[power - 1]}`
}
