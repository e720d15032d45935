export { createDiskStorage } from './disk.ts'
export {
  type ByteRange,
  type Claimed,
  type Staged,
  type Storage,
  StorageFullError,
  TooLargeError,
} from './storage.ts'
