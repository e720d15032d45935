import { theme } from './theme.ts'

/** Where the browser keeps the choice between light, dark and the system's scheme. */
export const MODE_KEY = 'helioroom-mode'

/** The scheme that holds right now: the person's choice, else the system's. */
export function storedScheme(): 'light' | 'dark' {
  const chosen = readChoice()
  if (chosen === 'light' || chosen === 'dark') return chosen
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function readChoice(): string | null {
  try {
    return window.localStorage.getItem(MODE_KEY)
  } catch {
    // A browser may forbid storage altogether; the system's scheme is then the answer.
    return null
  }
}

function isLight(selector: string): boolean {
  return selector.includes('[data-theme="light"]')
}

/** The variables of the light scheme, as the theme writes them. */
function lightVariables(): Record<string, string> {
  const rules = theme.generateStyleSheets().flatMap((sheet) => Object.entries(sheet))
  return Object.assign({}, ...rules.filter(([selector]) => isLight(selector)).map(([, values]) => values))
}

/** The light scheme's variables again, for paper, by a selector that outweighs the dark scheme's. */
export const printColors = {
  '@media print': { ':root[data-theme]': lightVariables() },
}
