export { findProgram, PATH_FOLDERS, runnable } from './find.ts'
export {
  type Failure,
  type Output,
  type ProgramLimits,
  type Running,
  type RunOptions,
  runProgram,
} from './run.ts'
