import { useEffect } from 'react'
import { formatDate, zoneName } from '../../../shared/format/time.ts'
import { light } from '../theme/tokens.ts'

/** A text as a CSS string. */
function cssString(text: string): string {
  return `"${text.replace(/["\\]/gu, '\\$&').replace(/[\n\r\f]/gu, ' ')}"`
}

/** The foot of every printed page: what it is about, the day, the zone of its times, and that it is confidential. */
export function printFootRule(title: string, now: Date): string {
  const words = cssString(`${title} · ${formatDate(now)} · Times in ${zoneName(now)} · Confidential`)
  return `@page { @bottom-left { content: ${words}; font: 9px 'IBM Plex Sans Variable', sans-serif; color: ${light.ink3} } }`
}

/** Writes the foot when printing begins, since only then the page's title is known to be the last. */
export function usePrintFoot() {
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    const write = () => sheet.replaceSync(printFootRule(document.title, new Date()))
    window.addEventListener('beforeprint', write)
    return () => {
      window.removeEventListener('beforeprint', write)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }, [])
}
