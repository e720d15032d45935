import { formatBytes } from '../../../../shared/format/bytes.ts'

/**
 * Every word that the window says about an item that did not go through. The status column shows them as they
 * are, so each names the cause, and the remedy where it is not simply to try again.
 */
export const reasons = {
  connectionLost: 'Connection lost',
  storageFull: 'Storage is full',
  fileUnreadable: 'The file cannot be read. It was changed or moved; please choose it again.',
  folderUnreadable: 'Some of its contents cannot be read. Please drop the folder again.',
  incomplete: 'The file did not arrive whole',
  changed: 'The file grew during the upload. Please choose it again.',
  addressRefused: 'The upload address was refused',
  addressExpired: 'The upload address has expired',
  addressUsed: 'The upload address was already used',
  noAddress: 'The server gave no upload address',
  notReceived: 'The server did not receive the file whole',
  notConfirmed: 'Sent, but the server has not confirmed it',
  unexpected: 'The upload stopped unexpectedly',
  keptAfterCancel: 'Stored before it was canceled',
  refusedBy: (status: number): string => `The storage refused the file (${status})`,
  folderMissing: (name: string): string => `Its folder "${name}" could not be created`,
  overLimit: (maxBytes: number): string => `Over ${limitText(maxBytes)} limit`,
} as const

/** A limit is set in powers of 1024 and called by them: 5368709120 bytes are the "5 GB" of the manual. */
function limitText(bytes: number): string {
  const units = ['KB', 'MB', 'GB']
  const power = [3, 2, 1].find((exponent) => bytes >= 1024 ** exponent && bytes % 1024 ** exponent === 0)
  return power === undefined ? formatBytes(bytes) : `${bytes / 1024 ** power} ${units[power - 1]}`
}
