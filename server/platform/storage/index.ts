export {
  bucketIn,
  checkPlaces,
  createStorage,
  isHere,
  markedPlaces,
  openPlaces,
  readableByAnybody,
  waitForStorage,
} from './createStorage.ts'
export type { AnnouncedPart, DirectAddress, DirectPart, DirectTransfers, Header } from './direct.ts'
export { createDiskStorage } from './disk.ts'
export { createFreeSpace, type FreeSpace } from './freeSpace.ts'
export { keepingMarker, type MarkedPlace, markerRefusal, takeMarkerOf, writeMarker } from './marker.ts'
export { type Moved, moveContents } from './move.ts'
export type { Observe, StorageRequest } from './observed.ts'
export {
  abortBefore,
  abortUnder,
  type ByteRange,
  KeptOtherwiseError,
  KeyMissingError,
  KeyTakenError,
  type Make,
  NotRemovedError,
  type PutOptions,
  type Source,
  type Storage,
  StorageFullError,
  StorageUnavailableError,
  type Stored,
  TooLargeError,
  TooShortError,
} from './storage.ts'
export { readWhole, type WholeFile, wholeFile } from './wholeFile.ts'
