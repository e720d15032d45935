/** Marks of browsers in the User-Agent header; those that also carry another browser's mark come before that one. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (text: string, known: typeof BROWSERS): string | undefined =>
  known.find(([pattern]) => pattern.test(text))?.[1]

/** Characters that are looked at. */
const MAX_LENGTH = 1000

/** Browser and system in words, such as "Firefox on Windows"; null for what neither is known of. */
export function deviceOf(userAgent: string | null): string | null {
  const text = userAgent?.slice(0, MAX_LENGTH) ?? ''
  const [browser, system] = [nameIn(text, BROWSERS), nameIn(text, SYSTEMS)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? null
}
