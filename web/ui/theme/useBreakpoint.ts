import useMediaQuery from '@mui/material/useMediaQuery'
import { breakpoints } from './tokens.ts'

/** Whether the browser window is at least as wide as a breakpoint (FMT-21). */
export function useBreakpoint(from: Exclude<keyof typeof breakpoints, 'base'>): boolean {
  return useMediaQuery(`(min-width:${breakpoints[from]}px)`, { noSsr: true })
}
