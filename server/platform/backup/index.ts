export { type KeepRule, nameOfPlace, type PlaceAddress, SETTINGS_OF_PLACE } from './address.ts'
export { contentsOf } from './contents.ts'
export { BackupError, PlaceAwayError } from './errors.ts'
export { removeOldBackups } from './keep.ts'
export { type ListedBackup, listBackups } from './list.ts'
export { backupIds, chosenBackup } from './manifest.ts'
export { type Moved, moveDatabase } from './move.ts'
export { openPlace, type Place } from './place.ts'
export { postponingRemovals, removePostponed } from './postponed.ts'
export { recordVerified } from './recordVerified.ts'
export type { Restored, RestoredFrom } from './restore.ts'
export {
  holdsData,
  type Installation,
  PROCESS_PREFIX,
  processesRun,
  restoreInto,
  restorePointOf,
  runningProcesses,
} from './restoreInto.ts'
export { type BackupClock, createBackupClock } from './schedule.ts'
export { standBack } from './standBack.ts'
export { finishRestore } from './state.ts'
export {
  type BackupStatus,
  backupFigures,
  backupStatus,
  NO_PASSPHRASE,
  newestBackup,
  takeUntoldFailure,
} from './status.ts'
export { type BackupSource, type Taken, takeBackup } from './take.ts'
export { type Fault, type Verified, verifyBackup } from './verify.ts'
