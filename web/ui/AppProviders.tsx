import '@fontsource-variable/ibm-plex-sans/wght.css'
import CssBaseline from '@mui/material/CssBaseline'
import GlobalStyles from '@mui/material/GlobalStyles'
import { ThemeProvider, useColorScheme } from '@mui/material/styles'
import { type ReactNode, useState } from 'react'
import { type Failures, FailuresContext } from './form/problem.ts'
import { usePrintFoot } from './page/printFoot.ts'
import { MODE_KEY, printColors, storedScheme } from './theme/colorScheme.ts'
import { theme } from './theme/theme.ts'
import { ToastProvider } from './toast/ToastProvider.tsx'

interface AppProvidersProps {
  /** What forms make of errors; a server error and the console by default. */
  failures?: Failures
  children: ReactNode
}

/**
 * How every page looks: theme and baseline; and what forms make of errors. Paper always gets the light colours; on screens the
 * system's scheme holds until the person chooses one.
 */
export function Look({ failures, children }: AppProvidersProps) {
  // Before the first paint, or a dark screen would flash white while effects wait.
  useState(() => document.documentElement.setAttribute('data-theme', storedScheme()))
  return (
    <ThemeProvider
      theme={theme}
      defaultMode="system"
      modeStorageKey={MODE_KEY}
      colorSchemeStorageKey="helioroom-colors"
      noSsr
      disableTransitionOnChange
    >
      <CssBaseline enableColorScheme />
      <GlobalStyles styles={printColors} />
      {failures ? <FailuresContext value={failures}>{children}</FailuresContext> : children}
    </ThemeProvider>
  )
}

/** What the pages of the product stand in: their look, the foot of what is printed, and toasts. */
export function AppProviders({ failures, children }: AppProvidersProps) {
  usePrintFoot()
  return (
    <Look {...(failures && { failures })}>
      <ToastProvider>{children}</ToastProvider>
    </Look>
  )
}

/** The chosen scheme ('system' until there is a choice), how to choose one, and whether it is the dark one by now. */
export function useColorMode() {
  const { mode, setMode, colorScheme } = useColorScheme()
  return { mode: mode ?? 'system', setMode, isDark: colorScheme === 'dark' }
}
