export type { Task } from './frames.ts'
export type { ConfinedLimits } from './limits.ts'
export { AWAITED, lowerPriority } from './lowerPriority.ts'
export { withoutNetwork } from './namespace.ts'
export {
  createOpener,
  type Opened,
  type Opener,
  OpenerBroken,
  OpenerClosed,
  type UntrustedFile,
} from './opener.ts'
export type { Ending, Source } from './process.ts'
export { usageOfTree } from './usage.ts'
