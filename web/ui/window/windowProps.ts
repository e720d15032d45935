import type { ReactNode } from 'react'
import type { WindowSizes } from './windowBounds.ts'

export interface FloatingWindowProps {
  title: string
  /** Share done, 0 to 1: a line on the lower edge of the title bar. */
  progress?: number
  /** Something runs: the window can't be closed (UPL-28). */
  busy?: boolean
  onClose: () => void
  /** Initial, least and largest size; initially 1200 by 480 (FMT-16). */
  sizes?: WindowSizes
  /** Second line of a phone's bar. */
  summary?: ReactNode
  /** On a phone it opens as a sheet rather than as a bar: the person asked for what is in it. */
  expanded?: boolean
  children: ReactNode
}
