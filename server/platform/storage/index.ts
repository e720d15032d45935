export { createStorage, waitForStorage } from './createStorage.ts'
export { createDiskStorage } from './disk.ts'
export { createFreeSpace, type FreeSpace } from './freeSpace.ts'
export {
  abortBefore,
  abortUnder,
  type ByteRange,
  KeptOtherwiseError,
  KeyMissingError,
  KeyTakenError,
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
export { type WholeFile, wholeFile } from './wholeFile.ts'
