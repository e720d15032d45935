/*
 * Stands in built pages for MUI's script that sets the colours before the first paint of a page that a server has rendered: ours
 * are rendered by the browser.
 */
export const DEFAULT_MODE_STORAGE_KEY = 'mode'
export const DEFAULT_COLOR_SCHEME_STORAGE_KEY = 'color-scheme'
export const DEFAULT_ATTRIBUTE = 'data-color-scheme'
export const buildInitColorSchemeScript = () => null
export const defaultConfig = {
  attribute: 'data-mui-color-scheme',
  colorSchemeStorageKey: 'mui-color-scheme',
  defaultLightColorScheme: 'light',
  defaultDarkColorScheme: 'dark',
  modeStorageKey: 'mui-mode',
}

export default function NoInitScript() {
  return null
}
