import { RESET_PASSWORD } from '../addresses.ts'
import { savesData } from '../loadAhead.ts'

/** What the other pages start with. */
const PARTS = 'script[type="module"][src], link[rel="stylesheet"]'

/**
 * Loads the scripts of the page that comes after signing in, while the person types. Nothing is run, and nothing is said of
 * what fails: the page itself asks again.
 */
export async function loadProduct(): Promise<void> {
  if (savesData()) return
  const answer = await fetch(RESET_PASSWORD).catch(() => null)
  if (!answer?.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const part of page.querySelectorAll(PARTS)) {
    const link = document.createElement('link')
    const isScript = part.tagName === 'SCRIPT'
    link.rel = isScript ? 'modulepreload' : 'prefetch'
    link.href = part.getAttribute(isScript ? 'src' : 'href') ?? ''
    document.head.append(link)
  }
}
