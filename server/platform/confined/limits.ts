/** Limits of a process that opens untrusted files; beyond them it is killed. */
export interface ConfinedLimits {
  /** Milliseconds of work for one file; by the clock where the machine doesn't tell of work. */
  timeMs: number
  /** Milliseconds until a new process is ready. */
  startMs: number
  /** Bytes of memory of the whole process. */
  memoryBytes: number
  /** Bytes of the largest file that is opened. */
  inputBytes: number
  /** Bytes of an answer; a process that sends more counts as broken. */
  answerBytes: number
  /** Seconds of work on a processor in the life of a process. */
  workS: number
  /** Files after which the process makes way for a new one. */
  filesPerProcess: number
  /** Milliseconds without work after which it ends. */
  idleMs: number
  /** Somebody is waiting for it, as for an answer: it comes barely after requests, and not last on a busy machine. */
  isAwaited?: boolean
}
