import '@fontsource-variable/ibm-plex-sans/wght.css'
import CssBaseline from '@mui/material/CssBaseline'
import GlobalStyles from '@mui/material/GlobalStyles'
import { ThemeProvider, useColorScheme } from '@mui/material/styles'
import { type ReactNode, useState } from 'react'
import { usePrintFoot } from './printFoot.ts'
import { MODE_KEY, printColors, storedScheme } from './theme/colorScheme.ts'
import { theme } from './theme/theme.ts'
import { ToastProvider } from './toast/ToastProvider.tsx'

/**
 * What every page stands in: theme, baseline and toasts. Paper always gets the light colours; on screens
 * the system's scheme holds until the person chooses one.
 */
export function AppProviders({ children }: { children: ReactNode }) {
  // Before the first paint, or a dark screen would flash white while effects wait.
  useState(() => document.documentElement.setAttribute('data-theme', storedScheme()))
  usePrintFoot()
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
      <ToastProvider>{children}</ToastProvider>
    </ThemeProvider>
  )
}

/** The chosen scheme ('system' until there is a choice) and how to choose one. */
export function useColorMode() {
  const { mode, setMode } = useColorScheme()
  return { mode: mode ?? 'system', setMode }
}
