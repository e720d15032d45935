import type { Stage } from './stage.ts'
import type { Target } from './statistics.ts'

/** One line of the result. */
export interface Figure {
  readonly title: string
  readonly ours: string
  /** What ours is compared with; empty where only the target counts. */
  readonly floor: string
  /** The ratio of the two, or the figure itself. */
  readonly value: number
  /** The value as it is printed, if not as a ratio. */
  readonly shown?: string
  /** None for what only informs. */
  readonly target?: Target
  /** The target as it is printed, if not as a ratio. */
  readonly targetShown?: string
}

/** What takes so many seconds, and may take at most. */
export const inSeconds = (title: string, value: number, atMost: number): Figure => ({
  title,
  ours: `${value.toFixed(2)} s`,
  floor: '',
  value,
  shown: `${value.toFixed(2)} s`,
  target: { atMost },
  targetShown: `≤ ${atMost} s`,
})

const MIB = 1024 * 1024

/** Memory that something takes, in bytes, and may take at most. @param ours how much it gets done */
export const inMebibytes = (title: string, ours: string, value: number, atMost: number): Figure => ({
  title,
  ours,
  floor: '',
  value,
  shown: `${Math.round(value / MIB)} MiB`,
  target: { atMost },
  targetShown: `≤ ${atMost / MIB} MiB`,
})

export interface MeasureOptions {
  /** Less data and fewer rounds: to see whether it works, not how fast. */
  readonly quick: boolean
}

/** One measure of the bench, in one file. */
export interface Measure {
  readonly name: string
  run(stage: () => Promise<Stage>, options: MeasureOptions): Promise<Figure[]>
}
