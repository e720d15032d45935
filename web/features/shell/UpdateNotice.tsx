import { useEffect } from 'react'
import { RESET_PASSWORD } from '../../addresses.ts'
import { useToast } from '../../ui/index.ts'

/** The scripts that a page starts with. */
const scriptsOf = (page: Document): string =>
  [...page.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')]
    .map((script) => script.getAttribute('src'))
    .join(' ')

/** Whether the server has another build than this page is of; not while it can't be asked. */
async function isUpdated(): Promise<boolean> {
  try {
    const answer = await fetch(RESET_PASSWORD, { cache: 'no-store' })
    if (!answer.ok) return false
    const now = new DOMParser().parseFromString(await answer.text(), 'text/html')
    return scriptsOf(now) !== scriptsOf(document)
  } catch {
    return false
  }
}

const UPDATED =
  'Helioroom was updated, and this part of the page comes with the newer version. Save or copy what you have typed, then reload the page.'

/**
 * Offers to reload a page whose scripts are gone since the product was updated. What is typed and open stays until the
 * person agrees. All that it shows is there with the page: nothing more could be loaded.
 */
export function UpdateNotice() {
  const toast = useToast()
  useEffect(() => {
    let asking = false
    const onFailed = () => {
      if (asking) return
      asking = true
      void isUpdated().then((updated) => {
        asking = false
        if (updated) toast.offer(UPDATED, { label: 'Reload the page', run: () => window.location.reload() })
      })
    }
    // The build's loader tells of every script that did not come.
    window.addEventListener('vite:preloadError', onFailed)
    return () => window.removeEventListener('vite:preloadError', onFailed)
  }, [toast])
  return null
}
